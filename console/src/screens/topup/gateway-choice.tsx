import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import type { OwnGateway } from "@tollgate/contract/orders";
import { useTranslation } from "react-i18next";
import { formatDollars, formatNumber } from "../../lib/format-number";
import { GatewayIcon } from "../../widgets/gateway-icon/gateway-icon";

interface GatewayChoiceProps {
  gateways: readonly OwnGateway[];
  /** `uuid` of the chosen one. */
  value: string;
  onChange: (uuid: string) => void;
}

/** The ways to pay, each with its sign and what it adds. */
export function GatewayChoice({ gateways, value, onChange }: GatewayChoiceProps) {
  const { t } = useTranslation("topup");
  return (
    <Box>
      <Typography id="gateway-choice" variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {t("gateway.label")}
      </Typography>
      <ToggleButtonGroup
        exclusive
        value={value}
        onChange={(_event, next: string | null) => next !== null && onChange(next)}
        aria-labelledby="gateway-choice"
        sx={{
          display: "grid",
          gap: 1,
          gridTemplateColumns: "repeat(auto-fill, minmax(min(200px, 100%), 1fr))",
          "& .MuiToggleButton-root.MuiToggleButton-root": {
            m: 0,
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            minHeight: 52,
            justifyContent: "flex-start",
            gap: 1.25,
            color: "text.primary",
            textTransform: "none",
            textAlign: "left",
            "&.Mui-selected": { borderColor: "primary.main" },
          },
        }}
      >
        {gateways.map((gateway) => (
          <ToggleButton key={gateway.uuid} value={gateway.uuid}>
            <GatewayIcon icon={gateway.icon} size={28} />
            <Box component="span" sx={{ minWidth: 0 }}>
              <Typography component="span" variant="body2" noWrap sx={{ display: "block", fontWeight: 500 }}>
                {gateway.name}
              </Typography>
              <Typography
                component="span"
                variant="caption"
                noWrap
                sx={{ display: "block", color: "text.secondary" }}
              >
                {[gateway.currency, feeText(gateway)].filter((part) => part !== "").join(" · ")}
              </Typography>
            </Box>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

/** `+ 5% + $0.30`; empty where the gateway adds nothing. */
function feeText({ percent_fee, fixed_fee }: OwnGateway): string {
  const parts = [
    percent_fee > 0 && `${formatNumber(percent_fee * 100, 4)}%`,
    fixed_fee > 0 && formatDollars(fixed_fee),
  ].filter((part) => part !== false);
  return parts.map((part) => `+ ${part}`).join(" ");
}
