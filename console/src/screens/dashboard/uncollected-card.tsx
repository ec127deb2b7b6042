import Tooltip from "@mui/material/Tooltip";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { formatNumber } from "../../lib/format-number";
import { useHasAccess } from "../../lib/session/session";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { uncollectedQuery } from "./dashboard-queries";

/** What calls cost beyond their accounts' balances, for administrators: the operator pays it. Hidden where it cannot be read. */
export function UncollectedCard() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const allowed = useHasAccess("admin");
  const { data, error } = useQuery({ ...uncollectedQuery, enabled: allowed });
  if (!allowed || (error && !data)) return null;
  return (
    <StatCard
      label={t("uncollected.title")}
      value={
        data && (
          <Tooltip title={exactQuota(data.last_30_days, format.quotaPerUnit)} placement="bottom-start">
            <span>{formatQuota(data.last_30_days, format)}</span>
          </Tooltip>
        )
      }
      note={
        data && (
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
        )
      }
    />
  );
}
