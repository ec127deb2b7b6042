import type { CallSize } from "../format.ts";
import { readForm } from "../kit/read-form.ts";
import { formKinds } from "./read-head.ts";
import { recordingLength } from "./recording-length.ts";

/**
 * Size of a recording by its bytes and its container's length; the caller chose its name. `body` has passed `readHead`.
 */
export function measureTranscript(body: unknown): CallSize {
  const { files } = readForm(body, formKinds);
  const sound = { bytes: 0, plain: true, seconds: 0, known: true };
  for (const { file } of files) {
    const { seconds, known, plain } = recordingLength(file.bytes);
    sound.bytes += file.bytes.length;
    sound.seconds += seconds;
    sound.known &&= known;
    sound.plain &&= plain;
  }
  return { tokens: 0, text: "", sound };
}
