import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { LogStat } from "@tollgate/contract/logs";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { abbreviateNumber, formatNumber } from "../../lib/format-number";
import { formatTime } from "../../lib/format-time";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { QuotaText } from "../../widgets/quota-text/quota-text";

/** Sums over the rows that match: cost, requests, tokens. A failure is shown in one line, without affecting the list. */
export function LogSums({ sums, failed }: { sums: LogStat | undefined; failed: boolean }) {
  const { t } = useTranslation("logs");
  if (failed && !sums) {
    return (
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 2 }}>
        {t("sums.failed")}
      </Typography>
    );
  }
  return (
    <Box sx={{ mb: 2 }}>
      <SumList sums={sums} />
      {sums?.searched_to !== undefined && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1 }}>
          {t("sums.since", { time: formatTime(sums.searched_to) })}
        </Typography>
      )}
    </Box>
  );
}

function SumList({ sums }: { sums: LogStat | undefined }) {
  const { t } = useTranslation("logs");
  return (
    <Box
      component="dl"
      aria-label={t("sums.hint")}
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, auto)" },
        justifyContent: { sm: "start" },
        columnGap: { xs: 2, sm: 5 },
        rowGap: 1.5,
      }}
    >
      <Sum label={t("sums.cost")}>{sums && <QuotaText value={sums.quota} />}</Sum>
      <Sum label={<RequestsLabel>{t("sums.requests")}</RequestsLabel>}>
        {sums && <Count value={sums.request_count} />}
      </Sum>
      <Sum label={t("sums.input")}>{sums && <Count value={sums.prompt_tokens} />}</Sum>
      <Sum label={t("sums.output")}>{sums && <Count value={sums.completion_tokens} />}</Sum>
    </Box>
  );
}

function Sum({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography component="dd" variant="h2" sx={{ m: 0 }}>
        {children || <Skeleton width={72} />}
      </Typography>
    </Box>
  );
}

/** Short where it is long, whole on hover. */
function Count({ value }: { value: number }) {
  return (
    <Tooltip title={formatNumber(value)}>
      <span>{abbreviateNumber(value)}</span>
    </Tooltip>
  );
}
