import type { EndpointData } from "@tollgate/contract/endpoint";
import { answersChat } from "@tollgate/contract/model-kind";
import type { listAvailableModels } from "@tollgate/contract/models";

type Offers = EndpointData<typeof listAvailableModels>;
export type CallableModel = Offers[string] & { model: string };

/** Models that answer a chat and that a call of the group finds a channel and a price for, by owner and name. */
export function callableModels(offers: Offers, group: string): CallableModel[] {
  return Object.entries(offers)
    .map(([model, offer]) => ({ model, ...offer }))
    .filter((offer) => offer.price !== null && offer.groups.includes(group) && chats(offer))
    .sort(
      (a, b) =>
        a.owned_by.localeCompare(b.owned_by, "en") || a.model.localeCompare(b.model, "en", { numeric: true }),
    );
}

/** By what is known of the model, otherwise by its name. */
function chats({ model, facts }: CallableModel): boolean {
  const outputs = facts?.output_modalities ?? [];
  return outputs.length > 0 ? outputs.includes("text") : answersChat(model);
}

/** Kinds of input that a model is known not to take; empty where nothing is known. */
export function rejectedInputs({ facts }: CallableModel, kinds: readonly string[]): string[] {
  const inputs = facts?.input_modalities ?? [];
  return inputs.length === 0 ? [] : kinds.filter((kind) => !inputs.includes(kind));
}
