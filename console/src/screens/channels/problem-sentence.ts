import type { ChannelProblem } from "@tollgate/contract/channel-problems";
import type { TFunction } from "i18next";

/** A sentence with the problem and what to do; the upstream's own words for an unknown problem. */
export function problemSentence(
  t: TFunction<"channels">,
  problem: ChannelProblem | "" | undefined,
  reason: string,
): string {
  return problem ? t(`problem.${problem}`) : reason;
}

/** The sentence, and the upstream's own words after it as evidence. */
export function problemWithEvidence(
  t: TFunction<"channels">,
  problem: ChannelProblem | "" | undefined,
  reason: string,
): string {
  if (!problem || reason === "") return problemSentence(t, problem, reason);
  return t("problem_with_reason", { problem: t(`problem.${problem}`), reason });
}
