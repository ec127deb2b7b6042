import type { Caller, SnapshotReader } from "./ports.ts";
import type { Provider } from "./providers/provider.ts";
import { RelayError } from "./relay-error.ts";
import { groupOf } from "./serve-exchange.ts";

interface ModelObject {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
}

/** The family's fixed creation time of every listed model. */
const created = 1_677_649_963;

/** Models that the caller's token can call, in OpenAI's shape; token limits apply (D15). @throws RelayError */
export function listModels(
  snapshots: SnapshotReader,
  findProvider: (type: number) => Provider | undefined,
  caller: Caller,
): { object: "list"; data: ModelObject[] } {
  const snapshot = snapshots.current();
  const group = groupOf(caller, (symbol) => snapshot.group(symbol));
  const data = snapshot
    .modelsOf(group.symbol)
    .filter(({ model }) => !caller.allowedModels || caller.allowedModels.has(model))
    .map(({ model, type }): ModelObject => {
      const owner = findProvider(type)?.descriptor.id ?? "unknown";
      return { id: model, object: "model", created, owned_by: owner };
    });
  return { object: "list", data };
}

/** One model of the list. @throws RelayError `model_not_found` */
export function findModel(list: { data: ModelObject[] }, id: string): ModelObject {
  const model = list.data.find((entry) => entry.id === id);
  if (!model) {
    throw new RelayError("model_not_found", `The model ${id} does not exist or you cannot use it.`, {
      param: "model",
    });
  }
  return model;
}
