import type { FileAnswer } from "@tollgate/contract/endpoint";
import type { LogExportFormat, LogRow } from "@tollgate/contract/logs";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LogFilter } from "../../storage/repositories/log-filter.ts";
import type { LogRepository, LogTableRow } from "../../storage/repositories/log-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { exportFile } from "./export-file.ts";

interface ExporterDependencies {
  logs: LogRepository;
  audit: Audit;
  clock: Clock;
  settings: Pick<SettingsService, "current">;
}

export interface LogExport {
  filter: LogFilter;
  format: LogExportFormat;
  /** The audit entry's detail of it. */
  detail: Record<string, unknown>;
  present: (rows: LogTableRow[]) => Promise<LogRow[]> | LogRow[];
}

/** Starts exports: each writes an audit entry, and a person has one at a time at this process. */
export interface LogExporter {
  /** @throws AppError log.export_running */
  start(actor: Actor, chosen: LogExport): Promise<FileAnswer>;
  /** @throws AppError log.export_running */
  expectNone(actor: Actor): void;
}

export function createLogExporter({ logs, audit, clock, settings }: ExporterDependencies): LogExporter {
  const exporting = new Set<number>();

  function expectNone(actor: Actor): void {
    if (exporting.has(actor.id)) throw new AppError("log.export_running");
  }

  async function start(actor: Actor, { filter, format, detail, present }: LogExport): Promise<FileAnswer> {
    expectNone(actor);
    exporting.add(actor.id);
    const onEnd = (): void => void exporting.delete(actor.id);
    try {
      await audit.recordAlone(actor, {
        action: "log.export",
        target: { type: "log", id: "" },
        detail: { format, ...detail },
      });
    } catch (error) {
      onEnd();
      throw error;
    }
    const quotaPerUnit = settings.current().QuotaPerUnit;
    const today = new Date(clock.now() * 1000).toISOString().slice(0, 10);
    return exportFile({ logs, filter, format, present, quotaPerUnit, onEnd }, today);
  }

  return { start, expectNone };
}
