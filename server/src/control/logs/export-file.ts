import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileAnswer } from "@tollgate/contract/endpoint";
import type { LogExportFormat, LogRow } from "@tollgate/contract/logs";
import type { LogFilter } from "../../storage/repositories/log-filter.ts";
import type { LogPosition, LogRepository, LogTableRow } from "../../storage/repositories/log-repository.ts";
import { createCsvLines, csvHeader } from "./csv-lines.ts";

/** Entries per step: some milliseconds of the reader's time, and some megabytes at most. */
const stretch = 2000;
/** Rows that are written before yielding to other requests of the process. */
const slice = 200;

interface ExportedLog {
  logs: Pick<LogRepository, "stretch">;
  filter: LogFilter;
  format: LogExportFormat;
  present: (rows: LogTableRow[]) => Promise<LogRow[]> | LogRow[];
  /** Quota of one dollar, for the column of costs. */
  quotaPerUnit: number;
  /** Runs once, when all was sent or the client disconnected. */
  onEnd: () => void;
}

const mediaTypes: Record<LogExportFormat, string> = { csv: "text/csv", jsonl: "application/x-ndjson" };

/** The rows as a file. It is read in chunks, one ahead of the client, so that memory does not grow with the file. */
export function exportFile(log: ExportedLog, day: string): FileAnswer {
  return {
    mediaType: mediaTypes[log.format],
    name: `tollgate-log-${day}.${log.format}`,
    chunks: { [Symbol.asyncIterator]: () => closing(writeChunks(log), log.onEnd) },
  };
}

/** A generator that was never started runs no `finally`: an early disconnect must end the export, too. */
function closing(chunks: AsyncGenerator<string>, onEnd: () => void): AsyncIterator<string> {
  let ended = false;
  const end = (): void => {
    if (!ended) onEnd();
    ended = true;
  };
  return {
    async next() {
      try {
        const result = await chunks.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return chunks.return(undefined);
    },
  };
}

async function* writeChunks({
  logs,
  filter,
  format,
  present,
  quotaPerUnit,
}: ExportedLog): AsyncGenerator<string> {
  // A byte order mark, without which Excel assumes another encoding than UTF-8.
  if (format === "csv") yield `\uFEFF${csvHeader}`;
  const write = format === "csv" ? createCsvLines(quotaPerUnit) : (row: LogRow) => `${JSON.stringify(row)}\n`;
  const read = (after?: LogPosition) => logs.stretch(filter, after, stretch);
  let next: ReturnType<typeof read> | undefined = read();
  while (next) {
    const { rows, end }: Awaited<ReturnType<typeof read>> = await next;
    next = end && read(end);
    // Awaited later: a failure before that is not unhandled.
    next?.catch(() => {});
    for (let at = 0; at < rows.length; at += slice) {
      let lines = "";
      for (const row of await present(rows.slice(at, at + slice))) lines += write(row);
      yield lines;
      await nextTurn();
    }
  }
}
