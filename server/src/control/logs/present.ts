import {
  type LogMetadata,
  type LogRow,
  logMetadata,
  logTypes,
  type Outcome,
  outcomeOfEnd,
  outcomes,
} from "@tollgate/contract/logs";
import type { LogTableRow } from "../../storage/repositories/log-repository.ts";
import { ownMetadata } from "./policy.ts";

/**
 * A row as administrators see it. `read` returns the metadata: checked for pages, as stored for exports, where the
 * check takes most of the time.
 */
export function presentLog(
  row: LogTableRow,
  channelNames: ReadonlyMap<number, string | undefined>,
  read: (text: string) => LogMetadata = readMetadata,
): LogRow {
  const name = channelNames.get(row.channel_id);
  const metadata = read(row.metadata);
  return {
    id: row.id,
    created_at: row.created_at,
    type: row.type,
    content: row.content,
    user_id: row.user_id,
    username: row.username,
    token_id: row.token_id,
    token_name: row.token_name,
    model_name: row.model_name,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    channel_id: row.channel_id,
    channel: row.channel_id === 0 || name === undefined ? null : { id: row.channel_id, name },
    request_time: row.request_time,
    is_stream: row.is_stream === 1,
    source_ip: row.source_ip,
    request_id: row.request_id,
    outcome: outcomeOf(row, metadata),
    metadata,
  };
}

/**
 * Rows that were booked before outcomes were stored have them in their metadata until the job `fill-outcomes` reaches
 * them.
 */
function outcomeOf({ type, outcome }: LogTableRow, { end_reason }: LogMetadata): Outcome | null {
  if (type !== logTypes.consumption) return null;
  return outcomes[outcome === 0 && end_reason ? outcomes.indexOf(outcomeOfEnd[end_reason]) : outcome] ?? null;
}

/** A row as its user sees it: no channel, and of the metadata only the allowed fields. */
export function presentOwnLog(row: LogTableRow, read: (text: string) => LogMetadata = readMetadata): LogRow {
  const shown = presentLog(row, noNames, (text) => ownMetadata(read(text)));
  shown.channel_id = 0;
  return shown;
}

const noNames: ReadonlyMap<number, string> = new Map();

/** As the ledger stored it, unchecked; empty where it cannot be read. */
export function storedMetadata(text: string): LogMetadata {
  try {
    return JSON.parse(text) as LogMetadata;
  } catch {
    return {};
  }
}

function readMetadata(text: string): LogMetadata {
  try {
    return logMetadata.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
