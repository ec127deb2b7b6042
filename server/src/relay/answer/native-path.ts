import type { AnswerPath, PathContext } from "./answer-path.ts";
import { BytesPath } from "./bytes-path.ts";
import { forwardPath } from "./call-path.ts";
import { NativeStreamPath } from "./native-stream-path.ts";
import { NativeWholePath } from "./native-whole-path.ts";

/** The upstream uses the caller's format: bytes pass unchanged, and usage is read from them (decision 0002). */
export function nativePath(context: PathContext): AnswerPath {
  const { format } = context.exchange;
  const { head } = context.sent;
  if (head.stream) return new NativeStreamPath(context);
  if (format.capability === "chat") return new NativeWholePath(context);
  return format.capability === "speech" ? new BytesPath(context) : forwardPath(context, format);
}
