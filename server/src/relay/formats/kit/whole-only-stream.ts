import type { NativeStream } from "../format.ts";

/** For calls without streams: no event opens or ends one. */
export function createWholeOnlyStream(): NativeStream {
  return {
    opens: () => false,
    endKey: usageKey,
    endWord: usageKey,
    usageKey,
    isEnd: () => false,
    keeps: () => true,
  };
}

const usageKey = Buffer.from('"usage"');
