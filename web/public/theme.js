// Before the first paint, so that a chosen theme does not flash up in the other one.
try {
  const theme = JSON.parse(localStorage.getItem('deepwell.theme') ?? '"auto"');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's choice stands.
}
