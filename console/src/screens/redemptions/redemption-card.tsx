import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { MaskedCode, RedeemedBy } from "./redemption-parts";
import { RedemptionStatus } from "./redemption-status";
import type { RedemptionCellActions } from "./redemptions-columns";

interface RedemptionCardProps {
  redemption: Redemption;
  actions: RedemptionCellActions;
}

/** A code on a phone: its name and worth, its last characters, whether it was used and by whom. */
export function RedemptionCard({ redemption, actions }: RedemptionCardProps) {
  const used = redemption.status === redemptionStatus.used;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1.5, justifyContent: "space-between", typography: "body2" }}>
        {used ? (
          <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
            {redemption.name}
          </Typography>
        ) : (
          <RowLink label={redemption.name} onOpen={() => actions.edit(redemption)} />
        )}
        <QuotaText value={redemption.quota} />
      </Stack>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap", typography: "body2" }}>
        <MaskedCode redemption={redemption} />
        <RedemptionStatus
          redemption={redemption}
          onToggle={(enabled) => actions.toggle(redemption, enabled)}
        />
        {used && (
          <>
            <RedeemedBy redemption={redemption} />
            <TimeText relative value={redemption.redeemed_time} />
          </>
        )}
      </Stack>
    </Stack>
  );
}
