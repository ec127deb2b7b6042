import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import GlobalStyles from "@mui/material/GlobalStyles";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { OwnOrder } from "@tollgate/contract/orders";
import { formatQuota } from "@tollgate/contract/quota";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { formatTime } from "../../lib/format-time";
import { useSession } from "../../lib/session/session";
import { useQuotaFormat, useSiteInfo } from "../../lib/site-info/site-info";

/** On paper: the receipt alone, black on white. */
const onPaper = {
  "@media print": {
    "body > *:not(.receipt)": { display: "none !important" },
    ".receipt, .receipt .MuiDialog-container": { position: "static !important", height: "auto !important" },
    ".receipt .MuiDialog-paper": {
      margin: 0,
      maxWidth: "none",
      maxHeight: "none",
      border: 0,
      boxShadow: "none",
      background: "#fff",
      color: "#000",
      "& *": { color: "#000 !important" },
    },
    ".receipt .MuiDialogActions-root, .receipt .MuiBackdrop-root, .receipt button": { display: "none" },
  },
};

/** The receipt of a paid order, to be printed. */
export function Receipt({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  const { t } = useTranslation(["topup", "common"]);
  const { system_name } = useSiteInfo();
  const user = useSession();
  const format = useQuotaFormat();
  const currency = order.order_currency;
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby="receipt-title"
      className="receipt"
    >
      <GlobalStyles styles={onPaper} />
      <DialogTitle id="receipt-title">{t("receipt.title")}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: "text.secondary", mb: 2 }}>
          {[system_name, user?.username].filter(Boolean).join(" · ")}
        </Typography>
        <Box component="dl" sx={{ m: 0 }}>
          <Line name={t("orders.trade_no")}>
            <MonoText wrap copy>
              {order.trade_no}
            </MonoText>
          </Line>
          {order.gateway_no !== "" && (
            <Line name={t("receipt.gateway_no")}>
              <MonoText wrap>{order.gateway_no}</MonoText>
            </Line>
          )}
          <Line name={t("receipt.paid_at")}>{formatTime(order.paid_at)}</Line>
          <Line name={t("orders.gateway")}>{order.gateway_name}</Line>
          <Line name={t("orders.amount")}>{formatDollars(order.amount)}</Line>
          {order.fee > 0 && <Line name={t("breakdown.fee")}>{formatDollars(order.fee)}</Line>}
          {order.discount > 0 && (
            <Line name={t("receipt.saved")}>{formatMoney(-order.discount, currency)}</Line>
          )}
          <Line name={t("receipt.paid")} strong>
            {formatMoney(order.order_amount, currency)}
          </Line>
          <Line name={t("orders.quota")}>{formatQuota(order.quota, format)}</Line>
          {order.refunded_amount > 0 && (
            <Line name={t("receipt.refunded")}>{formatMoney(order.refunded_amount, currency)}</Line>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t("common:close")}
        </Button>
        <Button variant="contained" startIcon={<PrintOutlinedIcon />} onClick={() => window.print()}>
          {t("receipt.print")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{
        justifyContent: "space-between",
        gap: 3,
        py: 1,
        borderTop: 1,
        borderColor: "divider",
        fontSize: 14,
        fontWeight: strong ? 600 : 400,
      }}
    >
      <Box component="dt" sx={strong ? {} : { color: "text.secondary", whiteSpace: "nowrap" }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, textAlign: "right", overflowWrap: "anywhere", minWidth: 0 }}>
        {children}
      </Box>
    </Stack>
  );
}
