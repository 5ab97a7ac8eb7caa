export function sizeOf(): { files: { path: string; bytes: number }[]; total: number };
