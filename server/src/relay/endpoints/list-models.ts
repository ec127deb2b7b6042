import { groupOf } from "../admission/caller-group.ts";
import type { ModelListShape } from "./endpoint-table.ts";
import type { Caller, SnapshotReader } from "../ports.ts";
import type { Provider } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";

interface ListedModel {
  id: string;
  owner: string;
}

/** The fixed creation time that One API reports for every model, epoch seconds. */
const created = 1_677_649_963;

/** Models that the caller's token can call; token limits apply. @throws RelayError */
export function listModels(
  snapshots: SnapshotReader,
  findProvider: (type: number) => Provider | undefined,
  caller: Caller,
): ListedModel[] {
  const snapshot = snapshots.current();
  return snapshot
    .modelsOf(groupOf(caller, snapshot).symbol)
    .filter(({ model }) => !caller.allowedModels || caller.allowedModels.has(model))
    .map(({ model, type }) => ({ id: model, owner: findProvider(type)?.descriptor.id ?? "unknown" }));
}

/** One model of the list. @throws RelayError `model_not_found` */
export function findModel(list: readonly ListedModel[], id: string): ListedModel {
  const model = list.find((entry) => entry.id === id);
  if (!model) {
    throw new RelayError("model_not_found", `The model ${id} does not exist or you cannot use it.`, {
      param: "model",
    });
  }
  return model;
}

/** The list in the shape of each vendor's SDK, whole on one page. */
export function renderModels(list: readonly ListedModel[], shape: ModelListShape): object {
  const models = list.map((model) => renderModel(model, shape));
  if (shape === "openai") return { object: "list", data: models };
  if (shape === "gemini") return { models };
  return {
    data: models,
    has_more: false,
    first_id: list[0]?.id ?? null,
    last_id: list.at(-1)?.id ?? null,
  };
}

export function renderModel({ id, owner }: ListedModel, shape: ModelListShape): object {
  switch (shape) {
    case "openai":
      return { id, object: "model", created, owned_by: owner };
    case "anthropic":
      return { type: "model", id, display_name: id, created_at: new Date(created * 1000).toISOString() };
    case "gemini":
      return {
        name: `models/${id}`,
        displayName: id,
        supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
      };
  }
}
