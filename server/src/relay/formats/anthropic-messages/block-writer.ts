/**
 * Writes the framing of content blocks: numbered without gaps, one after another, each closed before the next starts.
 */
export interface BlockWriter {
  /** Kind of the open block; undefined if none is open. */
  readonly open: string | undefined;
  /** Closes the open block and starts a new one. `block` is the content of its first event. */
  begin(kind: string, block: object): string;
  /** A delta of the open block, as JSON text. */
  delta(json: string): string;
  close(): string;
}

export function createBlockWriter(): BlockWriter {
  let index = -1;
  let open: string | undefined;
  let head = "";

  function close(): string {
    if (open === undefined) return "";
    open = undefined;
    return `event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`;
  }

  return {
    get open() {
      return open;
    },
    begin(kind, block) {
      const before = close();
      open = kind;
      index++;
      head = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":`;
      const start = `{"type":"content_block_start","index":${index},"content_block":${JSON.stringify(block)}}`;
      return `${before}event: content_block_start\ndata: ${start}\n\n`;
    },
    delta: (json) => `${head}${json}}\n\n`,
    close,
  };
}
