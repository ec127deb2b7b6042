import type { ModelCheck } from "@tollgate/contract/channel-tests";
import type { Selectable } from "kysely";
import type { ChannelsTable } from "./tables/channels.ts";

/** The last check of a channel, without models that the channel has lost since: a removed name may still be mapped. */
export function readModelCheck({
  model_check: text,
  models,
}: Pick<Selectable<ChannelsTable>, "model_check" | "models">): ModelCheck {
  if (text === "") return { checked_time: 0, new_models: [], gone_models: [] };
  const stored = JSON.parse(text) as ModelCheck;
  const own = new Set(JSON.parse(models) as string[]);
  return {
    checked_time: stored.checked_time,
    new_models: stored.new_models.filter((model) => !own.has(model)),
    gone_models: stored.gone_models.filter(({ model }) => own.has(model)),
  };
}
