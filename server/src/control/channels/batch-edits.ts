import { AppError } from "../../platform/app-error.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { Actor } from "../actor.ts";
import type { ChannelWriter } from "./write-channels.ts";

/** One change of several channels: all of them or, where one refuses it, none. Each returns how many changed; missing ids are skipped. */
export interface BatchEdits {
  setOther(actor: Actor, ids: readonly number[], value: string): Promise<number>;
  addModel(actor: Actor, ids: readonly number[], model: string): Promise<number>;
  /** @throws AppError request.invalid with channel.last_model where a channel would be left without models */
  removeModel(actor: Actor, ids: readonly number[], model: string): Promise<number>;
}

interface Edit {
  row: ChannelRow;
  change: { other?: string; models?: string[] };
}

export function createBatchEdits({
  channels,
  writer,
}: {
  channels: Pick<ChannelRepository, "find">;
  writer: ChannelWriter;
}): BatchEdits {
  async function find(ids: readonly number[]): Promise<ChannelRow[]> {
    const rows = await Promise.all([...new Set(ids)].map((id) => channels.find(id)));
    return rows.filter((row) => row !== undefined);
  }

  async function apply(
    actor: Actor,
    edits: readonly Edit[],
    detail: Record<string, unknown>,
  ): Promise<number> {
    const writes = await Promise.all(
      edits.map(async ({ row, change }) => {
        const { values } = await writer.checkEdit(actor, row, change);
        return writer.applying(actor, [row.id], values);
      }),
    );
    if (writes.length === 0) return 0;
    const write = async (queries: TransactionQueries): Promise<number> => {
      let count = 0;
      for (const one of writes) count += await one(queries);
      return count;
    };
    return writer.change(actor, write, { action: "update", targets: edits.map(({ row }) => row), detail });
  }

  return {
    async setOther(actor, ids, other) {
      const rows = (await find(ids)).filter((row) => row.other !== other);
      // What `other` holds may be a credential: the audit log only says that it changed.
      return apply(
        actor,
        rows.map((row) => ({ row, change: { other } })),
        { other: "changed" },
      );
    },

    async addModel(actor, ids, model) {
      const rows = (await find(ids)).filter((row) => !modelsOf(row).includes(model));
      const edits = rows.map((row) => ({ row, change: { models: [...modelsOf(row), model] } }));
      return apply(actor, edits, { models: { added: [model], removed: [] } });
    },

    async removeModel(actor, ids, model) {
      const rows = (await find(ids)).filter((row) => modelsOf(row).includes(model));
      refuseOnlyModels(rows, ids);
      const edits = rows.map((row) => ({
        row,
        change: { models: modelsOf(row).filter((name) => name !== model) },
      }));
      return apply(actor, edits, { models: { added: [], removed: [model] } });
    },
  };
}

function modelsOf(row: ChannelRow): string[] {
  return JSON.parse(row.models) as string[];
}

function refuseOnlyModels(rows: readonly ChannelRow[], ids: readonly number[]): void {
  const fields = rows
    .filter((row) => modelsOf(row).length === 1)
    .map((row) => {
      const params = { channel: row.name };
      const { code, message } = new AppError("channel.last_model", { params });
      return { path: `ids.${ids.indexOf(row.id)}`, code, message, params };
    });
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}
