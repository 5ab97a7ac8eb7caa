// A setting of this browser that survives a reload.

export class Stored<T> {
  #value: T = $state() as T;
  #key: string;

  constructor(name: string, initial: T) {
    this.#key = `deepwell.${name}`;
    this.#value = $state.snapshot(initial) as T;
    try {
      const text = localStorage.getItem(this.#key);
      if (text !== null) this.#value = JSON.parse(text) as T;
    } catch {
      // Unreadable or forbidden: the initial value stands.
    }
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Forbidden: it holds until the page is left.
    }
  }
}
