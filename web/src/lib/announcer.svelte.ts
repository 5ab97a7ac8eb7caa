// What a screen reader should say.  The same sentence twice is said twice.

class Announcer {
  text = $state('');
  #odd = false;

  say(sentence: string): void {
    this.#odd = !this.#odd;
    this.text = sentence + (this.#odd ? '\u00a0' : '');
  }
}

export const announcer = new Announcer();
