import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { formatNumber } from "../../lib/format-number";
import { useHasAccess } from "../../lib/session/session";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { uncollectedQuery } from "./dashboard-queries";

/** What calls cost beyond their accounts' balances, for administrators: the operator pays it. Nothing while there is nothing to pay. */
export function UncollectedSection() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const allowed = useHasAccess("admin");
  const { data } = useQuery({ ...uncollectedQuery, enabled: allowed });
  if (!allowed || !data || data.all_time === 0) return null;
  return (
    <Box component="section" aria-labelledby="uncollected-title" sx={{ mt: 4 }}>
      <Typography id="uncollected-title" variant="h3" component="h2" sx={{ fontSize: 15, mb: 1.5 }}>
        {t("uncollected.section")}
      </Typography>
      <Box sx={{ maxWidth: { lg: "calc((100% - 32px) / 3)" } }}>
        <StatCard
          label={t("uncollected.title")}
          value={
            <Tooltip title={exactQuota(data.last_30_days, format.quotaPerUnit)} placement="bottom-start">
              <span>{formatQuota(data.last_30_days, format)}</span>
            </Tooltip>
          }
          note={
            <>
              <div>
                {t("uncollected.note", {
                  count: data.last_30_days_calls,
                  calls: formatNumber(data.last_30_days_calls),
                  total: formatQuota(data.all_time, format),
                })}
              </div>
              <div>{t("uncollected.hint")}</div>
            </>
          }
        />
      </Box>
    </Box>
  );
}
