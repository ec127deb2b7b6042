import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { TimeText } from "../../design-system/time-text/time-text";
import { abbreviateNumber, formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { countsTokens } from "./counts-tokens";
import { LogSubject } from "./log-subject";
import { OutcomeChip, outcomeReason } from "./outcome-chip";

/** A row on a phone: what was called, what it cost, when; a tap shows the rest. */
export function LogCard({ row, onOpen }: { row: LogRow; onOpen: () => void }) {
  const { t } = useTranslation("logs");
  const consumption = row.type === logTypes.consumption;
  const reason = outcomeReason(t, row);
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
        {row.quota !== 0 || consumption ? <QuotaText value={row.quota} exact signed={!consumption} /> : null}
      </Stack>
      <Stack
        direction="row"
        sx={{
          alignItems: "center",
          gap: 1,
          color: "text.secondary",
          typography: "body2",
        }}
      >
        <TimeText value={row.created_at} />
        <OutcomeChip brief row={row} />
        {countsTokens(row) && (
          <Box
            component="span"
            title={t("card.tokens", {
              input: formatNumber(row.prompt_tokens),
              output: formatNumber(row.completion_tokens),
            })}
            sx={{ whiteSpace: "nowrap", ml: "auto" }}
          >
            {t("card.tokens", {
              input: abbreviateNumber(row.prompt_tokens),
              output: abbreviateNumber(row.completion_tokens),
            })}
          </Box>
        )}
      </Stack>
      {reason !== "" && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {reason}
        </Typography>
      )}
    </Stack>
  );
}
