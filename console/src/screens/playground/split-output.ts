/** A part of a model's answer. `plain`: text that would take too long to parse as Markdown. */
export interface OutputPart {
  kind: "markdown" | "code" | "plain";
  text: string;
  /** Word after the fence. */
  language: string;
}

/**
 * Limits of what is parsed as Markdown: parsers take seconds for some texts, quadratic in the length of a line
 * or a block and in the depth.
 */
const bounds = { line: 4000, block: 8000, indent: 40 } as const;

const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
/** Nine quotes or items within one another. */
const nesting = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){9}/;

/**
 * Splits an answer at block ends, so that a growing answer changes its last part only. Runs in linear time, whatever the text.
 */
export function splitOutput(text: string): OutputPart[] {
  const splitter = new Splitter();
  for (const line of text.split("\n")) splitter.add(line);
  return splitter.finish();
}

class Splitter {
  readonly #parts: OutputPart[] = [];
  #lines: string[] = [];
  /** Lines since the last blank one. */
  #block: string[] = [];
  #code: { fence: string; language: string; lines: string[] } | undefined;
  #afterBlank = false;

  add(line: string): void {
    if (this.#code) return this.#addCode(line, this.#code);
    const opened = fence.exec(line);
    if (opened?.[1] && !this.#isInList()) {
      this.#flush();
      this.#code = {
        fence: opened[1],
        language: (opened[2] ?? "").trim().split(/\s/)[0] ?? "",
        lines: [],
      };
      return;
    }
    if (line.trim() === "") {
      this.#closeBlock();
      this.#lines.push(line);
      this.#afterBlank = true;
      return;
    }
    // Indented lines and items may belong to the list before the blank line.
    if (this.#afterBlank && !/^(\s|[*+-]\s|\d{1,9}[.)]\s|>)/.test(line)) this.#flush();
    this.#afterBlank = false;
    this.#block.push(line);
  }

  finish(): OutputPart[] {
    if (this.#code) this.#pushCode(this.#code);
    this.#flush();
    return this.#parts;
  }

  #addCode(line: string, code: { fence: string; language: string; lines: string[] }): void {
    const closes = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (closes === undefined || closes[0] !== code.fence[0] || closes.length < code.fence.length) {
      code.lines.push(line);
      return;
    }
    this.#pushCode(code);
    this.#code = undefined;
  }

  #pushCode({ language, lines }: { language: string; lines: string[] }): void {
    this.#parts.push({ kind: "code", text: lines.join("\n"), language });
  }

  /** A fence within a list item is the list's. */
  #isInList(): boolean {
    return /^\s/.test(this.#block.at(-1) ?? "") && this.#block.length > 0;
  }

  #closeBlock(): void {
    if (isHarmful(this.#block)) {
      const block = this.#block;
      this.#block = [];
      this.#flush();
      this.#parts.push({ kind: "plain", text: block.join("\n"), language: "" });
      return;
    }
    this.#lines.push(...this.#block);
    this.#block = [];
  }

  #flush(): void {
    if (this.#block.length > 0) this.#closeBlock();
    const text = this.#lines.join("\n").replace(/^\n+/, "").trimEnd();
    this.#lines = [];
    this.#afterBlank = false;
    if (text !== "") this.#parts.push({ kind: "markdown", text, language: "" });
  }
}

function isHarmful(block: readonly string[]): boolean {
  let length = 0;
  for (const line of block) {
    length += line.length + 1;
    if (line.length > bounds.line || length > bounds.block) return true;
    if (line.length - line.trimStart().length > bounds.indent || nesting.test(line)) return true;
  }
  return false;
}
