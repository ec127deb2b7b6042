import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { metered } from "./read-head.ts";

/**
 * The caller's bytes with the model renamed, usage requested in streams, and the channel's parameters added. See
 * `rewriteModel`.
 */
export function rewriteNative(rewrite: NativeRewrite): Buffer {
  const needsUsage = rewrite.head.stream && !rewrite.head.wantsStreamUsage;
  return rewriteModel(rewrite, metered, needsUsage ? requestUsage : undefined);
}

function requestUsage(exact: Fields): void {
  const given = isFields(exact.stream_options) ? exact.stream_options : {};
  exact.stream_options = { ...given, include_usage: true };
}
