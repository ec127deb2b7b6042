import type { NativeStream } from "../format.ts";

/** For calls that have no streams: nothing opens one and nothing ends it. */
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
