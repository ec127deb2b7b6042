import type { RequestHead } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { metered } from "./read-head.ts";

/** The caller's bytes with the model renamed, usage asked for in streams, and the channel's parameters added (D12). See `rewriteModel`. */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const asks = head.stream && !head.wantsStreamUsage;
  return rewriteModel(raw, body, model, custom, metered, asks ? askUsage : undefined);
}

function askUsage(exact: Fields): void {
  const given = isFields(exact.stream_options) ? exact.stream_options : {};
  exact.stream_options = { ...given, include_usage: true };
}
