import type { LogMetadata } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";

type Attempt = NonNullable<LogMetadata["attempts"]>[number];

/** Kinds of failure as the relay notes them, each with a sentence, and a few words for lists. */
const reasons = [
  "request",
  "auth",
  "billing",
  "rate",
  "overload",
  "server",
  "unreachable",
  "timeout",
  "bad-answer",
  "filter",
  "unsupported",
  "shortage",
] as const;

/** Why the last attempt failed, in two to four words; undefined without attempts, which callers do not see. */
export function failureReason(t: TFunction<"logs">, attempts: LogMetadata["attempts"]): string | undefined {
  const known = reasons.find((kind) => kind === attempts?.at(-1)?.reason);
  return known && t(`failure.${known}`);
}

/** Why an attempt failed, in words; a kind that this version does not know by its own name. */
export function attemptReason(t: TFunction<"logs">, { reason, cause, seconds }: Attempt): string {
  if (cause === "no_first_byte" && seconds !== undefined) return t("trail.no_first_byte", { seconds });
  if (cause === "address_not_public") return t("trail.address_not_public");
  if (cause === "no_such_endpoint") return t("trail.no_such_endpoint");
  const known = reasons.find((kind) => kind === reason);
  return known ? t(`reason.${known}`) : reason;
}
