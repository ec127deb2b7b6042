import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import { formatDollars } from "../../lib/format-number";
import { formatRelativeTime } from "../../lib/format-time";
import { useUpdateBalance } from "./channels-queries";

interface ChannelBalanceProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
  /** Second line of a cell, with a label. */
  small?: boolean;
}

/** The last reported balance at the provider; a click queries it again. A dash where the provider has no balance API. */
export function ChannelBalance({ channel, descriptor, small = false }: ChannelBalanceProps) {
  const { t } = useTranslation("channels");
  const update = useUpdateBalance();
  const { id, name, balance, balance_updated_time: checkedAt } = channel;
  if (!descriptor?.canReadBalance) {
    return (
      <Tooltip title={t("balance.unsupported")}>
        <Box component="span" sx={{ color: "text.secondary" }}>
          —
        </Box>
      </Tooltip>
    );
  }
  const known = checkedAt > 0;
  const label = known ? formatDollars(balance) : t(small ? "balance.unknown_small" : "balance.unknown");
  const hint = known ? t("balance.hint", { time: formatRelativeTime(checkedAt) }) : t("balance.hint_unknown");
  const running = update.isPending;
  return (
    <Tooltip title={hint}>
      <Link
        component="button"
        type="button"
        variant={small ? "caption" : "body2"}
        underline={known ? "hover" : "always"}
        disabled={running}
        onClick={() => update.mutate(id)}
        aria-label={`${t("balance.label", { name })}: ${label}`}
        aria-busy={running}
        sx={{
          display: "inline-flex",
          alignItems: "center",
          gap: 0.75,
          color: colorOf(known, balance),
          fontVariantNumeric: "tabular-nums",
        }}
      >
        {running && <CircularProgress size={12} color="inherit" />}
        {small && known ? t("balance.left", { amount: label }) : label}
      </Link>
    </Tooltip>
  );
}

function colorOf(known: boolean, balance: number): string {
  if (!known) return "text.secondary";
  return balance <= 0 ? "error.main" : "text.primary";
}
