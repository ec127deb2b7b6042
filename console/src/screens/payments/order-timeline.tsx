import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlineOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { OrderDetail, OrderEventKind } from "@tollgate/contract/orders";
import { useTranslation } from "react-i18next";
import { monoFont } from "../../design-system/theme/tokens";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { TimeText } from "../../design-system/time-text/time-text";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { eventFacts } from "./event-facts";

type Event = OrderDetail["events"][number];

const tones: Partial<Record<OrderEventKind, "success" | "warning" | "error">> = {
  create_failed: "error",
  callback_refused: "error",
  paid: "success",
  paid_late: "success",
  paid_twice: "warning",
  wrong_amount: "warning",
  wrong_currency: "warning",
  failed: "error",
  refund_refused: "error",
  refund_failed: "warning",
  refund_returned: "warning",
  dispute_won: "success",
  disputed: "warning",
};

/** Events of an order, oldest first, each as a sentence. */
export function OrderTimeline({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation("payments");
  return (
    <Stack component="ol" aria-label={t("order.timeline")} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {events.map((event, index) => (
        <Stack
          component="li"
          key={event.id}
          direction="row"
          sx={{ position: "relative", gap: 1.25, pb: index === events.length - 1 ? 0 : 2.25 }}
        >
          {index < events.length - 1 && (
            <Box
              aria-hidden
              sx={{ position: "absolute", left: 8.5, top: 22, bottom: 0, width: "1px", bgcolor: "divider" }}
            />
          )}
          <EventSign kind={event.kind} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="body2">{t(`event.${event.kind}`)}</Typography>
            <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
              <TimeText value={event.created_at} />
            </Typography>
            <EventFacts event={event} />
            <Notification content={event.detail["notification"]} />
          </Box>
        </Stack>
      ))}
    </Stack>
  );
}

function EventSign({ kind }: { kind: OrderEventKind }) {
  const tone = tones[kind];
  const style = { fontSize: 18, mt: "1px", color: tone ? `${tone}.main` : "text.disabled" };
  if (tone === "success") return <CheckCircleOutlineIcon sx={style} />;
  if (tone === "error") return <ErrorOutlineIcon sx={style} />;
  if (tone === "warning") return <WarningAmberIcon sx={style} />;
  return <RadioButtonUncheckedIcon sx={style} />;
}

/** The figures of the event, one line each. */
function EventFacts({ event }: { event: Event }) {
  const { t } = useTranslation("payments");
  const facts = eventFacts(t, event, useQuotaFormat());
  if (facts.length === 0) return null;
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.5, typography: "body2", color: "text.secondary" }}>
      {facts.map(({ name, value }) => (
        <Stack key={name} direction="row" sx={{ gap: 0.75, flexWrap: "wrap" }}>
          <Box component="dt">{name}</Box>
          <Box component="dd" sx={{ m: 0, color: "text.primary", overflowWrap: "anywhere", minWidth: 0 }}>
            {value}
          </Box>
        </Stack>
      ))}
    </Box>
  );
}

/** What the gateway sent, without signatures and secrets; folded. */
function Notification({ content }: { content: unknown }) {
  const { t } = useTranslation("payments");
  useMonoFont();
  if (content === undefined || content === null) return null;
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  return (
    <Box component="details" sx={{ mt: 0.5, typography: "body2" }}>
      <Box component="summary" sx={{ cursor: "pointer", color: "text.secondary", width: "fit-content" }}>
        {t("order.notification")}
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t("order.notification")}
        sx={{
          m: 0,
          mt: 0.75,
          p: 1.25,
          maxHeight: 260,
          overflow: "auto",
          fontFamily: monoFont,
          fontSize: 12,
          lineHeight: "18px",
          borderRadius: 1,
          bgcolor: "action.hover",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
