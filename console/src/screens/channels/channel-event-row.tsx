import AltRouteIcon from "@mui/icons-material/AltRoute";
import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import LayersClearOutlinedIcon from "@mui/icons-material/LayersClearOutlined";
import LibraryAddOutlinedIcon from "@mui/icons-material/LibraryAddOutlined";
import KeyOffOutlinedIcon from "@mui/icons-material/KeyOffOutlined";
import PowerOffOutlinedIcon from "@mui/icons-material/PowerOffOutlined";
import RestartAltIcon from "@mui/icons-material/RestartAlt";
import ShieldOutlinedIcon from "@mui/icons-material/ShieldOutlined";
import ToggleOffOutlinedIcon from "@mui/icons-material/ToggleOffOutlined";
import ToggleOnOutlinedIcon from "@mui/icons-material/ToggleOnOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import Typography from "@mui/material/Typography";
import type { ChannelEvent, ChannelEventKind } from "@tollgate/contract/channels";
import type { TFunction } from "i18next";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatRelativeTime } from "../../lib/format-time";
import { endpointName } from "./endpoint-name";
import type { RepeatedEvent } from "./fold-events";
import { formatDuration } from "../../lib/format-number";

const looks: Record<ChannelEventKind, { icon: ComponentType<SvgIconProps>; color: string }> = {
  enabled: { icon: ToggleOnOutlinedIcon, color: "text.secondary" },
  disabled: { icon: ToggleOffOutlinedIcon, color: "text.secondary" },
  enabled_automatically: { icon: RestartAltIcon, color: "success.main" },
  disabled_automatically: { icon: PowerOffOutlinedIcon, color: "error.main" },
  kept_enabled: { icon: ShieldOutlinedIcon, color: "warning.main" },
  key_refused: { icon: KeyOffOutlinedIcon, color: "warning.main" },
  endpoint_unsupported: { icon: AltRouteIcon, color: "text.secondary" },
  models_new: { icon: LibraryAddOutlinedIcon, color: "text.secondary" },
  models_gone: { icon: LayersClearOutlinedIcon, color: "warning.main" },
  test_passed: { icon: CheckCircleOutlineIcon, color: "success.main" },
  test_failed: { icon: ErrorOutlineIcon, color: "error.main" },
};

/** The event, with the administrator who caused it. */
function titleOf(t: TFunction<"channels">, { kind, actor_name: name }: ChannelEvent): string {
  if (name !== "" && (kind === "enabled" || kind === "disabled")) return t(`history.${kind}_by`, { name });
  return t(`history.kind.${kind}`);
}

/** Model, key, status, duration and who tested, as far as the event has them. */
function factsOf(t: TFunction<"channels">, event: ChannelEvent): string[] {
  const { kind, model, key_index: index, key_hint: hint, status, time, actor_name: name } = event;
  const switched = kind === "enabled" || kind === "disabled";
  const tested = kind === "test_passed" || kind === "test_failed";
  const number = (index ?? 0) + 1;
  const key = hint ? t("history.key_ending", { number, hint }) : t("history.key", { number });
  const duration = formatDuration(time);
  return [
    kind === "endpoint_unsupported" ? endpointName(t, event.reason) : "",
    kind === "kept_enabled" ? t("history.too_few", { model }) : model,
    index === null ? "" : key,
    status > 0 ? t("history.status", { status }) : "",
    time > 0 ? (tested ? duration : t("history.test_took", { duration })) : "",
    name !== "" && !switched ? t("history.by", { name }) : "",
  ].filter((fact) => fact !== "");
}

interface ChannelEventRowProps {
  repeated: RepeatedEvent;
  /** Set on the one event that can be undone. */
  onUndo?: () => void;
  undoing?: boolean;
}

/** One event of a timeline: what, when, the facts, and the upstream's response. */
export function ChannelEventRow({ repeated, onUndo, undoing = false }: ChannelEventRowProps) {
  const { t } = useTranslation("channels");
  const { event, count, since } = repeated;
  const { icon: Icon, color } = looks[event.kind];
  const facts = factsOf(t, event);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        position: "relative",
        gap: 1.25,
        pb: 2,
        // The line that connects the events.
        "&:not(:last-of-type)::before": {
          content: '""',
          position: "absolute",
          left: 8.5,
          top: 24,
          bottom: 2,
          width: "1px",
          bgcolor: "divider",
        },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, mt: "1px", color }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            {titleOf(t, event)}
          </Typography>
          <Typography variant="caption" sx={{ color: "text.secondary", lineHeight: "20px" }}>
            <TimeText value={event.created_at} relative />
          </Typography>
        </Stack>
        {facts.length > 0 && (
          <Typography
            variant="caption"
            component="div"
            sx={{ color: "text.secondary", overflowWrap: "anywhere" }}
          >
            {facts.join(" · ")}
          </Typography>
        )}
        {event.problem !== "" && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {t(`problem.${event.problem}`)}
          </Typography>
        )}
        {event.reason !== "" && event.kind !== "endpoint_unsupported" && (
          <Typography
            variant="body2"
            sx={{
              mt: 0.5,
              overflowWrap: "anywhere",
              ...(event.problem !== "" && { color: "text.secondary" }),
            }}
          >
            {event.reason}
          </Typography>
        )}
        {count > 1 && (
          <Typography variant="caption" component="div" sx={{ mt: 0.5, color: "text.secondary" }}>
            {t("history.repeated", { count, time: formatRelativeTime(since) })}
          </Typography>
        )}
        <EventLinks event={event} onUndo={onUndo} undoing={undoing} />
      </Box>
    </Stack>
  );
}

function EventLinks(props: { event: ChannelEvent; onUndo: (() => void) | undefined; undoing: boolean }) {
  const { t } = useTranslation("channels");
  const { request_id: requestId } = props.event;
  if (!props.onUndo && requestId === "") return null;
  return (
    <Stack direction="row" sx={{ alignItems: "center", flexWrap: "wrap", gap: 1.5, mt: 0.75 }}>
      {props.onUndo && (
        <Button size="small" variant="outlined" onClick={props.onUndo} loading={props.undoing}>
          {t("history.undo")}
        </Button>
      )}
      {requestId !== "" && (
        <Link
          component={RouterLink}
          to={`/panel/log?request_id=${encodeURIComponent(requestId)}`}
          variant="body2"
        >
          {t("history.request")}
        </Link>
      )}
    </Stack>
  );
}
