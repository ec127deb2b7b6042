import type { NativeStream } from "../format.ts";

/** This call has no streams. */
export function createNativeStream(): NativeStream {
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
