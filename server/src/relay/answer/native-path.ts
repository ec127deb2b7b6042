import type { AnswerPath, PathContext } from "./answer-path.ts";
import { BytesPath } from "./bytes-path.ts";
import { forwardPath } from "./call-path.ts";
import { NativeStreamPath } from "./native-stream-path.ts";
import { NativeWholePath } from "./native-whole-path.ts";

/** The upstream speaks the caller's format: bytes pass through untouched, usage is read in passing (D12). */
export function nativePath(context: PathContext): AnswerPath {
  const { format } = context.exchange;
  const { head } = context.sent;
  if (head.stream) return new NativeStreamPath(context);
  if (format.capability === "chat") return new NativeWholePath(context);
  return format.capability === "speech" ? new BytesPath(context) : forwardPath(context, format);
}
