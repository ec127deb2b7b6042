import { AppError } from "../../platform/app-error.ts";
import { cleanReason, quotableSecrets } from "../../platform/clean-message.ts";
import type { ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import type { ChannelRow } from "../../storage/repositories/channel-repository.ts";
import { probeTargetOf } from "./channel-values.ts";

/**
 * US dollars left on the account of the channel's first key. Never a reason to disable a channel: upstreams without a
 * balance still serve calls.
 * @throws AppError channel.cannot_read_balance, channel.balance_unavailable
 */
export async function readBalance(
  probe: ChannelProbe,
  row: ChannelRow,
  keys: readonly string[],
): Promise<number> {
  const target = probeTargetOf(row, keys);
  const answer = await probe.readBalance(target);
  if (answer === undefined) throw new AppError("channel.cannot_read_balance");
  if (typeof answer === "number") return answer;
  const reason = cleanReason(answer.message, quotableSecrets(target)) || answer.kind;
  throw new AppError("channel.balance_unavailable", { params: { reason } });
}
