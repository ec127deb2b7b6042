import type { ChannelTier } from "../../snapshot/relay-snapshot.ts";
import { backupGroupOf } from "../admission/caller-group.ts";
import type { RoutedCall } from "../exchange.ts";
import { RelayError } from "../relay-error.ts";

/**
 * Channels that serve the model to the caller's group, else to the token's backup group, which then becomes the
 * exchange's. A pinned channel serves any model.
 * @throws RelayError
 */
export function findCandidates(exchange: RoutedCall, pinned: number | undefined): readonly ChannelTier[] {
  const { snapshot, caller, head } = exchange;
  if (pinned !== undefined) {
    const channel = snapshot.channel(pinned);
    if (!channel) throw new RelayError("no_channel", `The channel ${pinned} is not available.`);
    return [{ priority: channel.priority, channels: [channel] }];
  }
  const tiers = snapshot.candidates(exchange.group.symbol, head.model);
  if (tiers.length > 0) return tiers;
  const backup = backupGroupOf(caller, snapshot);
  if (backup) {
    exchange.group = backup;
    const others = snapshot.candidates(backup.symbol, head.model);
    if (others.length > 0) return others;
  }
  throw new RelayError("model_not_found", `The model ${head.model} does not exist or you cannot use it.`, {
    param: "model",
  });
}
