import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { type Token, tokenStatus } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";

const labels = { 1: "status.1", 2: "status.2", 3: "status.3", 4: "status.4" } as const;

/** Key of the word for a token's status. */
export function statusKey(status: number) {
  return labels[status as keyof typeof labels] ?? "status.unknown";
}

interface TokenStatusProps {
  token: Token;
  onToggle: (enabled: boolean) => void;
}

/** Switch and word; expired and exhausted tokens show how to reactivate them. */
export function TokenStatus({ token, onToggle }: TokenStatusProps) {
  const { t } = useTranslation("tokens");
  const { name, status } = token;
  const word = t(statusKey(status));
  const stopped = status === tokenStatus.expired || status === tokenStatus.exhausted;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      <Switch
        checked={status === tokenStatus.enabled}
        disabled={stopped}
        onChange={(event) => onToggle(event.target.checked)}
        slotProps={{ input: { "aria-label": t("status.toggle", { name }) } }}
      />
      {stopped ? (
        <StatusChip
          tone={status === tokenStatus.expired ? "error" : "warning"}
          label={word}
          hint={t(status === tokenStatus.expired ? "status.expired_hint" : "status.exhausted_hint")}
        />
      ) : (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {word}
        </Typography>
      )}
    </Stack>
  );
}
