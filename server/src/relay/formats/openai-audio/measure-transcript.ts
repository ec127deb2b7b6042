import type { CallSize } from "../format.ts";
import { readForm } from "../kit/read-form.ts";
import { formKinds } from "./read-head.ts";

/** A recording has no known length before it was listened to: its bytes bound it. `body` has passed `readHead`. */
export function measureTranscript(body: unknown): CallSize {
  const { files } = readForm(body, formKinds);
  let bytes = 0;
  let plain = true;
  for (const { file } of files) {
    bytes += file.bytes.length;
    // WAV and AIFF, by what the file holds: its name is the caller's.
    plain &&= /^(?:RIFF|FORM)$/.test(file.bytes.toString("latin1", 0, 4));
  }
  return { tokens: 0, text: "", sound: { bytes, plain } };
}
