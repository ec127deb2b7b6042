import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";

const labels = { 1: "status.1", 2: "status.2", 3: "status.3", 4: "status.4" } as const;

interface RedemptionStatusProps {
  redemption: Redemption;
  onToggle: (enabled: boolean) => void;
}

/** A switch while the code can be redeemed or enabled; used and expired codes show their status. */
export function RedemptionStatus({ redemption, onToggle }: RedemptionStatusProps) {
  const { t } = useTranslation("redemptions");
  const { status } = redemption;
  const word = t(labels[status as keyof typeof labels]);
  if (status === redemptionStatus.used) return <StatusChip tone="neutral" label={word} />;
  if (status === redemptionStatus.expired)
    return <StatusChip tone="warning" label={word} hint={t("status.expired_hint")} />;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      <Switch
        checked={status === redemptionStatus.enabled}
        onChange={(event) => onToggle(event.target.checked)}
        slotProps={{ input: { "aria-label": t("status.toggle", { key: redemption.key }) } }}
      />
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {word}
      </Typography>
    </Stack>
  );
}
