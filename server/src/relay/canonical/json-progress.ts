const marks = /["\\[\]{}]/g;

/** Tracks whether the JSON text of an object or list is complete while it arrives in pieces. Reads each piece once. */
export class JsonProgress {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #begun = false;

  /** The object or list was closed; never true for other values. */
  get whole(): boolean {
    return this.#begun && this.#depth <= 0;
  }

  add(text: string): void {
    marks.lastIndex = this.#skipEscaped(text, 0);
    for (let found = marks.exec(text); found; found = marks.exec(text)) {
      const mark = found[0];
      if (mark === "\\") {
        if (!this.#inString) continue;
        this.#escaped = true;
        marks.lastIndex = this.#skipEscaped(text, marks.lastIndex);
      } else if (mark === '"') this.#inString = !this.#inString;
      else if (!this.#inString) this.#nest(mark === "{" || mark === "[" ? 1 : -1);
    }
  }

  #nest(step: 1 | -1): void {
    this.#begun = true;
    this.#depth += step;
  }

  /** Index after the character that a backslash escapes; that character may be the first of the next piece. */
  #skipEscaped(text: string, at: number): number {
    if (!this.#escaped || at >= text.length) return at;
    this.#escaped = false;
    return at + 1;
  }
}
