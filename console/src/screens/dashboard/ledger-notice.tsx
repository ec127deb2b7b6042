import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { formatNumber } from "../../lib/format-number";
import { useHasAccess } from "../../lib/session/session";
import { LedgerPanel } from "./ledger-panel";
import { ledgerQuery, useCheckLedger } from "./ledger-queries";

/** Shows administrators the differences of the last ledger check; nothing without differences. */
export function LedgerNotice() {
  const { t } = useTranslation("dashboard");
  const texts = useDesignTexts();
  const allowed = useHasAccess("admin");
  const { data } = useQuery({ ...ledgerQuery, enabled: allowed });
  const check = useCheckLedger();
  const [open, setOpen] = useState(false);
  const found = data?.differences.length ?? 0;
  if (!allowed || !data || found === 0) return null;
  return (
    <Stack
      component="section"
      aria-labelledby="ledger-title"
      direction="row"
      sx={{ gap: 1.5, p: 2, mb: 3, borderRadius: 1.5, bgcolor: "error.light" }}
    >
      <ErrorOutlineIcon sx={{ fontSize: 20, mt: "1px", color: "error.main" }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id="ledger-title" variant="subtitle2" component="h2">
          {t("books.title", { count: found, number: formatNumber(found), more: data.more ? "+" : "" })}
        </Typography>
        <Typography variant="body2">
          {t("books.body", { time: texts.relativeTime(data.checked_at) })}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, mt: 1.25, flexWrap: "wrap" }}>
          <Button size="small" variant="contained" onClick={() => setOpen(true)}>
            {t("books.show")}
          </Button>
          <Button size="small" variant="outlined" loading={check.isPending} onClick={() => check.mutate()}>
            {t("books.check")}
          </Button>
        </Stack>
      </Box>
      <LedgerPanel result={data} open={open} onClose={() => setOpen(false)} />
    </Stack>
  );
}
