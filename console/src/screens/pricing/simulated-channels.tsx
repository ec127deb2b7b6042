import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { SimulatedChannel } from "@tollgate/contract/price-simulation";
import { useTranslation } from "react-i18next";
import { dollarsOfQuota } from "./simulator-units";
import { formatShare, formatUnitPrice } from "../../lib/format-number";

/** Maximum number of channels listed; the ones that serve the call come first. */
const shownMost = 12;

/** The channels that would be tried, with what the call costs on each, and why the others would not. */
export function SimulatedChannels({ channels, group }: { channels: SimulatedChannel[]; group: string }) {
  const { t } = useTranslation("pricing");
  if (channels.length === 0) return null;
  const hidden = channels.length - shownMost;
  const marginText = (cost: number, margin: number) => {
    const amount = formatUnitPrice(dollarsOfQuota(Math.abs(margin)));
    const share = cost > 0 ? formatShare(Math.abs(margin) / cost) : "";
    return t(margin < 0 ? "simulator.loss" : "simulator.margin", { amount, share });
  };
  return (
    <Box>
      <Typography variant="subtitle2">{t("simulator.channels")}</Typography>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {channels.slice(0, shownMost).map((channel) => (
          <Stack
            key={channel.id}
            component="li"
            direction="row"
            sx={{
              py: 0.75,
              gap: 2,
              borderBottom: 1,
              borderColor: "divider",
              "&:last-of-type": { borderBottom: 0 },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" noWrap title={channel.name}>
                {channel.name}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
                {t(`simulator.role.${channel.role}`, { group, model: channel.billed_model })}
                {channel.cost !== null &&
                  ` · ${t("simulator.priority", { priority: channel.priority, weight: channel.weight })}`}
              </Typography>
            </Box>
            {channel.cost !== null && (
              <Box sx={{ textAlign: "right", whiteSpace: "nowrap" }}>
                <Typography variant="body2">{formatUnitPrice(dollarsOfQuota(channel.cost))}</Typography>
                {channel.margin !== null && (
                  <Typography
                    variant="caption"
                    component="div"
                    sx={{ color: channel.margin < 0 ? "error.main" : "text.secondary" }}
                  >
                    {marginText(channel.cost, channel.margin)}
                  </Typography>
                )}
              </Box>
            )}
          </Stack>
        ))}
      </Stack>
      {hidden > 0 && (
        <Typography variant="caption" sx={{ color: "text.secondary" }}>
          {t("simulator.more_channels", { count: hidden })}
        </Typography>
      )}
    </Box>
  );
}
