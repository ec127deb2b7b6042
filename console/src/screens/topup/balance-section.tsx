import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { selfQuery } from "../../lib/session/self-query";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { termsQuery } from "./topup-queries";

/** The balance, and what the next top-up settles first. */
export function BalanceSection() {
  const { t } = useTranslation("topup");
  const format = useQuotaFormat();
  const { data: self } = useQuery(selfQuery);
  const { data: terms } = useQuery(termsQuery);
  useFreshTerms(self?.quota);
  const uncollected = terms?.uncollected ?? 0;
  return (
    <Card component="section" aria-labelledby="balance-title" sx={{ px: 2.5, py: 2 }}>
      <Typography id="balance-title" variant="body2" component="h2" sx={{ color: "text.secondary" }}>
        {t("balance.title")}
      </Typography>
      <Tooltip title={self ? exactQuota(self.quota, format.quotaPerUnit) : ""} placement="bottom-start">
        <Typography
          sx={{
            display: "inline-block",
            fontSize: 32,
            lineHeight: "40px",
            fontWeight: 500,
            letterSpacing: "-0.025em",
            overflowWrap: "anywhere",
            color: self && self.quota <= 0 ? "error.main" : "text.primary",
          }}
        >
          {self ? formatQuota(self.quota, format) : <Skeleton width={140} />}
        </Typography>
      </Tooltip>
      {uncollected > 0 && (
        <Box sx={{ typography: "body2", color: "warning.main" }}>
          <QuotaText value={uncollected} /> {t("balance.uncollected")}
        </Box>
      )}
    </Card>
  );
}

/** What a code or a payment added may have settled what was uncollected. */
function useFreshTerms(quota: number | undefined): void {
  const client = useQueryClient();
  const before = useRef(quota);
  useEffect(() => {
    if (before.current !== undefined && before.current !== quota)
      void client.invalidateQueries({ queryKey: termsQuery.queryKey });
    before.current = quota;
  }, [client, quota]);
}
