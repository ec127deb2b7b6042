import RemoveCircleOutlineIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type ChannelState, channelStates, type ChannelStrip, type Pulse } from "@tollgate/contract/pulse";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { HealthStrip, type HealthTone } from "../../design-system/health-strip/health-strip";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { formatNumber, formatShare } from "../../lib/format-number";
import { logAddress } from "../../widgets/usage-charts/log-address";

/** Number of channels shown by default, the worst ones. */
const shownAtFirst = 8;

const tones = {
  failing: "error",
  degraded: "warning",
  healthy: "success",
  idle: "neutral",
} as const satisfies Record<ChannelState, string>;

/** The channels of the hour as strips, worst first; each links to its calls. */
export function PulseChannels({ pulse }: { pulse: Pulse }) {
  const { t } = useTranslation("dashboard");
  const [all, setAll] = useState(false);
  const { strips, states, start, span, count } = pulse.channels;
  if (strips.length === 0) return null;
  const shown = all ? strips : strips.slice(0, shownAtFirst);
  const counts = channelStates
    .filter((state) => (states[state] ?? 0) > 0)
    .map((state) => t(`pulse.count.${state}`, { count: states[state] ?? 0 }));
  return (
    <Box
      component="section"
      aria-labelledby="pulse-channels"
      sx={{ borderTop: 1, borderColor: "divider", px: 2.5, py: 1.75 }}
    >
      <Stack direction="row" sx={{ alignItems: "baseline", gap: 1.5, mb: 1, flexWrap: "wrap" }}>
        <Typography id="pulse-channels" variant="subtitle2" component="h3">
          <Link component={RouterLink} to="/panel/channel" color="inherit" underline="hover">
            {t("pulse.channels")}
          </Link>
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {counts.join(" · ")}
        </Typography>
      </Stack>
      <Box
        component="ul"
        sx={{
          display: "grid",
          gap: 1,
          m: 0,
          p: 0,
          listStyle: "none",
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            sm: "repeat(2, minmax(0, 1fr))",
            lg: "repeat(4, minmax(0, 1fr))",
          },
        }}
      >
        {shown.map((strip) => (
          <li key={strip.id}>
            <Strip strip={strip} hour={{ start, end: start + span * count }} />
          </li>
        ))}
      </Box>
      {strips.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)} sx={{ mt: 1 }}>
          {t("pulse.all", { count: strips.length, number: formatNumber(strips.length) })}
        </Button>
      )}
    </Box>
  );
}

function Strip({ strip, hour }: { strip: ChannelStrip; hour: { start: number; end: number } }) {
  const { t } = useTranslation("dashboard");
  const [good, bad] = [strip.successes, strip.errors].map((values) =>
    values.reduce((sum, value) => sum + value, 0),
  ) as [number, number];
  const state = strip.enabled ? t(`pulse.channel.${strip.state}`) : t("pulse.channel.disabled");
  const share = good + bad === 0 ? "" : formatShare(good / (good + bad));
  const text = t("pulse.attempts", { good: formatNumber(good), bad: formatNumber(bad) });
  const href = logAddress({ ...hour, of: { by: "channel", key: String(strip.id), label: strip.name } });
  return (
    <Tooltip title={text} describeChild>
      <ButtonBase
        component={RouterLink}
        to={href}
        sx={{
          display: "block",
          width: 1,
          px: 1.25,
          py: 1,
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        <Stack
          direction="row"
          sx={{ alignItems: "center", justifyContent: "space-between", gap: 1, mb: 0.75 }}
        >
          <Typography variant="body2" noWrap sx={{ fontWeight: 500, minWidth: 0 }}>
            {strip.name}
          </Typography>
          <StatusChip
            tone={strip.enabled ? tones[strip.state] : "neutral"}
            label={state}
            {...(strip.enabled && strip.state === "idle" && { icon: <RemoveCircleOutlineIcon /> })}
          />
        </Stack>
        <Stack direction="row" sx={{ alignItems: "flex-end", gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <HealthStrip
              wide
              tones={strip.successes.map((ok, index) => toneOf(ok, strip.errors[index] ?? 0))}
            />
          </Box>
          <Typography
            variant="caption"
            sx={{
              minWidth: 36,
              textAlign: "right",
              color: "text.secondary",
              fontVariantNumeric: "tabular-nums",
            }}
          >
            {share}
          </Typography>
        </Stack>
      </ButtonBase>
    </Tooltip>
  );
}

/** The same bounds as the strips of the channel list. */
function toneOf(successes: number, errors: number): HealthTone {
  if (successes + errors === 0) return "none";
  const share = successes / (successes + errors);
  if (share >= 0.99) return "success";
  return share >= 0.75 ? "warning" : "error";
}
