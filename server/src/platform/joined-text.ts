/** So many pieces are joined into one. */
const piecesMost = 128;

/** A text that grows in small pieces. What `+=` builds V8 keeps as a tree, 60 bytes for a word of five letters. */
export class JoinedText {
  #text = "";
  /** Follow `#text`. */
  #pieces: string[] = [];
  #length = 0;

  /** Characters, as those of a string. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    if (piece === "") return;
    this.#length += piece.length;
    if (this.#pieces.push(piece) >= piecesMost) this.#join();
  }

  #join(): void {
    this.#text += this.#pieces.join("");
    this.#pieces = [];
  }

  /** All that was added. */
  toString(): string {
    if (this.#pieces.length > 0) this.#join();
    return this.#text;
  }

  /** Returns all that was added, and begins again. */
  take(): string {
    const text = this.toString();
    this.#text = "";
    this.#length = 0;
    return text;
  }
}
