/** Detects where a JSON object or list ends, however its text is cut into pieces. */
export interface JsonEnd {
  /** True from the piece on that closes it. */
  push(text: string): boolean;
}

/** Reads brackets and strings only: the content of tool arguments is not validated here. */
export function createJsonEnd(): JsonEnd {
  let depth = 0;
  let ended = false;
  let inString = false;
  let escaped = false;
  return {
    push(text) {
      for (let at = 0; at < text.length && !ended; at++) {
        const code = text.charCodeAt(at);
        if (escaped) escaped = false;
        else if (inString) {
          if (code === backslash) escaped = true;
          else if (code === quote) inString = false;
        } else if (code === quote) inString = true;
        else if (code === openBrace || code === openBracket) depth++;
        else if (code === closeBrace || code === closeBracket) ended = --depth <= 0;
      }
      return ended;
    },
  };
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
