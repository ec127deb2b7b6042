import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { TimeText } from "../../design-system/time-text/time-text";
import { abbreviateNumber, formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { countsTokens } from "./counts-tokens";
import { LogSubject } from "./logs-columns";

/** A row on a phone: what was called, what it cost, when; a tap shows the rest. */
export function LogCard({ row, onOpen }: { row: LogRow; onOpen: () => void }) {
  const { t } = useTranslation("logs");
  const consumption = row.type === logTypes.consumption;
  return (
    <Stack sx={{ gap: 0.75 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1.5, minWidth: 0 }}>
        <Link
          component="button"
          type="button"
          color="inherit"
          underline="none"
          onClick={onOpen}
          sx={{ minWidth: 0, textAlign: "left", overflow: "hidden", typography: "body1" }}
        >
          <LogSubject row={row} />
        </Link>
        {row.quota !== 0 || consumption ? <QuotaText value={row.quota} decimals={6} /> : null}
      </Stack>
      <Stack
        direction="row"
        sx={{
          justifyContent: "space-between",
          alignItems: "center",
          gap: 1,
          color: "text.secondary",
          typography: "body2",
        }}
      >
        <TimeText value={row.created_at} />
        {countsTokens(row) && (
          <Box component="span" sx={{ whiteSpace: "nowrap" }}>
            {t("card.tokens", {
              input: short(row.prompt_tokens),
              output: short(row.completion_tokens),
            })}
          </Box>
        )}
      </Stack>
    </Stack>
  );
}

/** Exact while it is short enough for a phone. */
function short(count: number): string {
  return count < 100_000 ? formatNumber(count) : abbreviateNumber(count);
}
