// Whether the server answers.  Whoever notices that it does not calls lost(); from then on it is
// asked every two seconds, and when it answers again `generation` grows: effects that read it load
// their data anew.

const RetryMs = 2000;

class Connection {
  isLost = $state(false);
  generation = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  lost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#askLater();
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), RetryMs);
  }

  async #ask(): Promise<void> {
    try {
      const response = await fetch('/api/status');
      if (!response.ok && response.status >= 500) throw new Error();
      this.isLost = false;
      this.generation += 1;
    } catch {
      this.#askLater();
    }
  }
}

export const connection = new Connection();
