import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { OwnOrder } from "@tollgate/contract/orders";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../design-system/theme/use-phone";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { safeLink } from "../../lib/safe-link";
import { QrCode } from "./qr-code";
import type { OpenPayment } from "./use-payment";
import { clockText, useSecondsUntil } from "./use-seconds-until";

interface PaymentWaitProps {
  order: OwnOrder;
  payment: OpenPayment;
  /** The last poll failed. */
  offline: boolean;
  onPayAgain: () => void;
}

/** What to do now, for how long, and that the page is watching. */
export function PaymentWait({ order, payment, offline, onPayAgain }: PaymentWaitProps) {
  const { t } = useTranslation("topup");
  const left = useSecondsUntil(order.expires_at);
  return (
    <Stack sx={{ alignItems: "center", textAlign: "center", gap: 2 }}>
      <Box>
        <Typography sx={{ fontSize: 28, lineHeight: "36px", fontWeight: 500, letterSpacing: "-0.02em" }}>
          {formatMoney(order.order_amount, order.order_currency)}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("payment.for", { amount: formatDollars(order.amount), gateway: order.gateway_name })}
        </Typography>
      </Box>
      {left > 0 && <WayToPay payment={payment} gateway={order.gateway_name} onPayAgain={onPayAgain} />}
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, color: "text.secondary" }}>
        <CircularProgress size={14} color="inherit" aria-hidden />
        <Typography variant="body2">
          {t(offline ? "payment.offline" : left > 0 ? "payment.watching" : "payment.time_up")}
        </Typography>
      </Stack>
      {left > 0 && (
        <Typography
          variant="caption"
          // Announced once: screen readers would read a countdown every second.
          aria-live="off"
          sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums", mt: -1 }}
        >
          {t("payment.expires_in", { time: clockText(left) })}
        </Typography>
      )}
    </Stack>
  );
}

interface WayToPayProps {
  payment: OpenPayment;
  gateway: string;
  onPayAgain: () => void;
}

function WayToPay({ payment: { checkout, opened }, gateway, onPayAgain }: WayToPayProps) {
  const { t } = useTranslation("topup");
  if (checkout?.type === 2) return <CodeToScan text={checkout.data.url} gateway={gateway} />;
  if (checkout && opened)
    return (
      <Stack sx={{ alignItems: "center", gap: 1.5 }}>
        <Typography variant="body2">{t("payment.in_tab")}</Typography>
        <Button variant="outlined" endIcon={<OpenInNewIcon />} onClick={onPayAgain}>
          {t("payment.open_again")}
        </Button>
      </Stack>
    );
  return (
    <Stack sx={{ alignItems: "center", gap: 1.5 }}>
      {checkout && <Alert severity="warning">{t("payment.blocked")}</Alert>}
      <Button variant="contained" endIcon={<OpenInNewIcon />} onClick={onPayAgain}>
        {t("payment.open")}
      </Button>
    </Stack>
  );
}

/** A phone cannot scan its own screen: it opens the code's address where that is one. */
function CodeToScan({ text, gateway }: { text: string; gateway: string }) {
  const { t } = useTranslation("topup");
  const phone = usePhone();
  const address = /^https:/i.test(text) ? safeLink(text) : undefined;
  return (
    <Stack sx={{ alignItems: "center", gap: 1.5 }}>
      <QrCode text={text} label={t("payment.code")} />
      <Typography variant="body2">{t("payment.scan", { gateway })}</Typography>
      {phone && address && (
        <Button variant="outlined" href={address} target="_blank" rel="noopener noreferrer">
          {t("payment.open_app")}
        </Button>
      )}
    </Stack>
  );
}
