import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatQuota } from "@tollgate/contract/quota";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { uncollectedQuery } from "./dashboard-queries";

/** What calls cost beyond their accounts' balances: the operator pays it. Nothing while there is nothing to pay. */
export function UncollectedFact() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const { data } = useQuery(uncollectedQuery);
  if (!data || data.all_time === 0) return null;
  return (
    <Box sx={{ borderTop: 1, borderColor: "divider", py: 1, fontSize: 13 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
        <Box sx={{ color: "text.secondary" }}>{t("uncollected.title")}</Box>
        <QuotaText value={data.last_30_days} />
      </Stack>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary", mt: 0.25 }}>
        {t("uncollected.note", {
          count: data.last_30_days_calls,
          calls: formatNumber(data.last_30_days_calls),
          total: formatQuota(data.all_time, format),
        })}
      </Typography>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
        {t("uncollected.hint")}
      </Typography>
    </Box>
  );
}
