import type { DrawnPictures } from "../../canonical/image.ts";
import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream, RequestHead } from "../format.ts";
import { picturesOf } from "./measure.ts";

/**
 * Events of a streamed image: `image_generation.partial_image`, then `image_generation.completed` with the usage
 * (`image_edit.…` for edits). The response is complete when every requested image is complete; more may follow.
 */
export function createNativeStream(head: RequestHead): NativeStream {
  let drawn: DrawnPictures = { count: 0 };
  return {
    opens: (body) => typeof (body as { b64_json?: unknown }).b64_json === "string",
    marks,
    isEnd(data, body) {
      if (body === undefined) return data.trim() === "[DONE]";
      const { type } = body as { type?: unknown };
      if (typeof type === "string" && type.endsWith(".completed"))
        drawn = { ...drawn, ...picturesOf(body), count: drawn.count + 1 };
      return drawn.count >= head.choices;
    },
    pictures: () => drawn,
    keeps: () => true,
  };
}

const marks: EventMarks = { keys: ["usage"], endWords: [".completed"] };
