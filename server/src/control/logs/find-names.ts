import { type LogName, type LogNameField, logNamesMost } from "@tollgate/contract/logs";
import type { LogNameRepository } from "../../storage/repositories/log-name-repository.ts";

/** Number of different models of a log that are searched. */
const modelsMost = 2000;
const modelSeconds = 90 * 86_400;

interface NameQuestion {
  field: LogNameField;
  /** Part of the name, in any case. */
  text: string;
  /** Whose names; undefined: of all users. */
  userId: number | undefined;
  now: number;
}

/** Names that a filter of the log can take, for its picker. */
export async function findNames(
  names: LogNameRepository,
  { field, text, userId, now }: NameQuestion,
): Promise<LogName[]> {
  if (field === "channel") {
    const channels = await names.channels(text, logNamesMost);
    return channels.map(({ id, name }) => ({ value: String(id), label: name }));
  }
  if (field === "user") return (await names.users(text, logNamesMost)).map(plain);
  if (field === "token") return (await names.tokens(userId, text, logNamesMost)).map(plain);
  const models =
    userId === undefined
      ? await names.models(modelsMost)
      : await names.modelsOf(userId, now - modelSeconds, modelsMost);
  const part = text.toLowerCase();
  return models
    .filter((name) => name.toLowerCase().includes(part))
    .slice(0, logNamesMost)
    .map(plain);
}

const plain = (name: string): LogName => ({ value: name, label: name });
