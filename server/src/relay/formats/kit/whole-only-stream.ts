import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream } from "../format.ts";

/** For calls without streams: no event opens or ends one. */
export function createWholeOnlyStream(): NativeStream {
  return {
    opens: () => false,
    marks,
    isEnd: () => false,
    keeps: () => true,
  };
}

const marks: EventMarks = { keys: ["usage"], endWords: [] };
