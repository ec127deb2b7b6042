import type { ChannelChangeForm } from "@tollgate/contract/channels";
import { AppError } from "../../platform/app-error.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import {
  type ChannelRepository,
  type ChannelRow,
  createChannelRepository,
} from "../../storage/repositories/channel-repository.ts";
import type { Actor } from "../actor.ts";
import type { ChannelWriter } from "./write-channels.ts";

/**
 * One change of several channels: all of them or, where one fails, none. Each returns how many changed; missing ids are
 * skipped.
 */
export interface BatchEdits {
  setOther(actor: Actor, ids: readonly number[], value: string): Promise<number>;
  setFields(
    actor: Actor,
    ids: readonly number[],
    fields: Pick<ChannelChangeForm, "group" | "priority" | "weight">,
  ): Promise<number>;
  addModel(actor: Actor, ids: readonly number[], model: string): Promise<number>;
  /** @throws AppError request.invalid with channel.last_model where a channel would be left without models */
  removeModel(actor: Actor, ids: readonly number[], model: string): Promise<number>;
}

interface Edit {
  row: ChannelRow;
  change: Pick<ChannelChangeForm, "other" | "models" | "group" | "priority" | "weight">;
}

/** Another administrator changed the models of a channel between the read and the write. */
class ModelsChanged extends Error {}

/** Attempts at computing a change of models. */
const attemptsMost = 50;

export interface BatchEditDependencies {
  channels: Pick<ChannelRepository, "withIds">;
  writer: ChannelWriter;
  secretBox: SecretBox;
}

export function createBatchEdits({ channels, writer, secretBox }: BatchEditDependencies): BatchEdits {
  const find = (ids: readonly number[]): Promise<ChannelRow[]> => channels.withIds([...new Set(ids)]);

  async function apply(
    actor: Actor,
    edits: readonly Edit[],
    detail: Record<string, unknown>,
  ): Promise<number> {
    const writes = await Promise.all(
      edits.map(async ({ row, change }) => {
        const { values } = await writer.checkEdit(actor, row, change);
        if (change.models === undefined) return writer.applying(actor, [row.id], values);
        return async (queries: TransactionQueries): Promise<number> => {
          const inside = createChannelRepository(queries, secretBox);
          if (!(await inside.updateModels(row.id, row.models, values))) throw new ModelsChanged();
          return 1;
        };
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

  /** Computes and writes a change of models until there was no concurrent change. */
  async function applyModels(work: () => Promise<number>): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ModelsChanged) || attempt === attemptsMost) throw error;
      }
    }
  }

  return {
    async setOther(actor, ids, other) {
      const rows = (await find(ids)).filter((row) => row.other !== other);
      // `other` may contain a credential: the audit log only records that it changed.
      return apply(
        actor,
        rows.map((row) => ({ row, change: { other } })),
        { other: "changed" },
      );
    },

    async setFields(actor, ids, fields) {
      const change = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const rows = (await find(ids)).filter((row) => differs(row, change));
      return apply(
        actor,
        rows.map((row) => ({ row, change })),
        change,
      );
    },

    addModel: (actor, ids, model) =>
      applyModels(async () => {
        const rows = (await find(ids)).filter((row) => !modelsOf(row).includes(model));
        const edits = rows.map((row) => ({ row, change: { models: [...modelsOf(row), model] } }));
        return apply(actor, edits, { models: { added: [model], removed: [] } });
      }),

    removeModel: (actor, ids, model) =>
      applyModels(async () => {
        const rows = (await find(ids)).filter((row) => modelsOf(row).includes(model));
        rejectOnlyModels(rows, ids);
        const edits = rows.map((row) => ({
          row,
          change: { models: modelsOf(row).filter((name) => name !== model) },
        }));
        return apply(actor, edits, { models: { added: [], removed: [model] } });
      }),
  };
}

function modelsOf(row: ChannelRow): string[] {
  return JSON.parse(row.models) as string[];
}

function differs(row: ChannelRow, { group, priority, weight }: Edit["change"]): boolean {
  return (
    (group !== undefined && row.groups !== JSON.stringify([...new Set(group)])) ||
    (priority !== undefined && row.priority !== priority) ||
    (weight !== undefined && row.weight !== weight)
  );
}

function rejectOnlyModels(rows: readonly ChannelRow[], ids: readonly number[]): void {
  const fields = rows
    .filter((row) => modelsOf(row).length === 1)
    .map((row) => {
      const params = { channel: row.name };
      const { code, message } = new AppError("channel.last_model", { params });
      return { path: `ids.${ids.indexOf(row.id)}`, code, message, params };
    });
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}
