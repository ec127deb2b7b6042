import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Popover from "@mui/material/Popover";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { formatMoney, formatNumber } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { orderTotalsQuery } from "./orders-queries";

/** The last thirty days above the list, and what needs attention. Nothing where the sums cannot be loaded. */
export function OrderTotals({ onShowProblems }: { onShowProblems: () => void }) {
  const { t } = useTranslation("payments");
  const format = useQuotaFormat();
  const { data, isError } = useQuery(orderTotalsQuery);
  if (isError) return null;
  const [first, ...others] = data?.paid ?? [];
  const orders = data?.paid.reduce((sum, { orders: count }) => sum + count, 0) ?? 0;
  const quota = (value: number) => (
    <Tooltip title={exactQuota(value, format.quotaPerUnit)} placement="bottom-start">
      <span>{formatQuota(value, format)}</span>
    </Tooltip>
  );
  return (
    <Box
      component="section"
      aria-label={t("totals.label")}
      sx={{
        display: "grid",
        gap: { xs: 1.5, sm: 2 },
        mb: 2,
        gridTemplateColumns: { xs: "1fr 1fr", lg: "repeat(4, 1fr)" },
      }}
    >
      <StatCard
        label={t("totals.paid")}
        value={data && (first ? formatMoney(first.amount, first.currency) : formatMoney(0, "USD"))}
        note={
          others.length > 0
            ? others.map(({ amount, currency }) => `+ ${formatMoney(amount, currency)}`).join(" ")
            : t("totals.orders", { count: orders, orders: formatNumber(orders) })
        }
      />
      <StatCard label={t("totals.quota")} value={data && quota(data.quota)} note={t("totals.quota_note")} />
      <StatCard
        label={t("totals.problems")}
        value={data && formatNumber(data.problems)}
        note={
          data && data.problems > 0 ? (
            <Link
              component="button"
              type="button"
              variant="body2"
              onClick={onShowProblems}
              sx={{ textAlign: "left" }}
            >
              {t("totals.show_problems")}
            </Link>
          ) : (
            t("totals.no_problems")
          )
        }
      />
      <StatCard
        label={t("totals.uncollected")}
        value={data && quota(data.uncollected)}
        note={data && <UncollectedNote users={data.uncollected_users} />}
      />
    </Box>
  );
}

function UncollectedNote({ users }: { users: number }) {
  const { t } = useTranslation("payments");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      {users > 0 && `${t("totals.uncollected_users", { count: users, users: formatNumber(users) })} · `}
      <Link
        component="button"
        type="button"
        variant="body2"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ textAlign: "left" }}
      >
        {t("totals.what_is_it")}
      </Link>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{
          paper: { role: "dialog", "aria-label": t("totals.uncollected"), sx: { p: 2, maxWidth: 340 } },
        }}
      >
        <Typography variant="body2">{t("totals.uncollected_help")}</Typography>
      </Popover>
    </>
  );
}
