import { csvLine } from "@tollgate/contract/csv-cell";
import type { FileAnswer } from "@tollgate/contract/endpoint";
import { neverExpires } from "@tollgate/contract/tokens";
import type { SecretBox } from "../../platform/secret-box.ts";
import type {
  createRedemptionRepository,
  RedemptionFilter,
  RedemptionRow,
} from "../../storage/repositories/redemption-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import { shownStatus } from "./present.ts";

/** Rows per step: some milliseconds. */
const stretch = 500;

type Codes = Pick<ReturnType<typeof createRedemptionRepository>, "stretch">;
type SealedRow = Awaited<ReturnType<Codes["stretch"]>>[number];

const statusNames: Record<number, string> = { 1: "enabled", 2: "disabled", 3: "used", 4: "expired" };
const header = csvLine([
  "code",
  "name",
  "quota",
  "usd",
  "status",
  "created",
  "expires",
  "redeemed",
  "redeemed_by",
]);

/** The codes that match as CSV, newest first. `quotaPerUnit`: quota of one dollar. */
export function exportCodes(
  codes: Codes,
  filter: RedemptionFilter,
  { secretBox, quotaPerUnit }: { secretBox: SecretBox; quotaPerUnit: number },
): FileAnswer {
  async function* chunks(): AsyncGenerator<string> {
    // Excel reads UTF-8 only after a byte order mark.
    yield `\uFEFF${header}`;
    let below = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await codes.stretch(filter, below, stretch);
      yield rows.map(lineOf).join("");
      const last = rows.at(-1);
      if (rows.length < stretch || !last) return;
      below = last.id;
    }
  }
  const lineOf = (row: SealedRow): string =>
    csvLine([
      secretBox.open(row.code_encrypted, sealedColumns.redemptionCode(row.code_hash)),
      ...cellsOf(row, filter.now, quotaPerUnit),
    ]);
  const day = new Date(filter.now * 1000).toISOString().slice(0, 10);
  return { mediaType: "text/csv", name: `redemption-codes-${day}.csv`, chunks: chunks() };
}

function cellsOf(row: RedemptionRow, now: number, quotaPerUnit: number): (string | number)[] {
  return [
    row.name,
    row.quota,
    row.quota / quotaPerUnit,
    statusNames[shownStatus(row, now)] ?? "",
    timeOf(row.created_time),
    row.expired_time === neverExpires ? "" : timeOf(row.expired_time),
    timeOf(row.redeemed_time),
    row.used_username ?? "",
  ];
}

const timeOf = (seconds: number): string =>
  seconds === 0 ? "" : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
