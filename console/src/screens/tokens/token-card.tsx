import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import type { Token } from "@tollgate/contract/tokens";
import { BudgetMeter } from "../../widgets/budget/budget-meter";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { TokenStatus } from "./token-status";
import { MaskedKey, Remaining, type TokenCellActions } from "./tokens-columns";

/** A token on a phone: its name, its key, what it used and may still use, whether it works. */
export function TokenCard({ token, actions }: { token: Token; actions: TokenCellActions }) {
  return (
    <Stack sx={{ gap: 1 }}>
      <Link
        component="button"
        type="button"
        color="inherit"
        onClick={() => actions.edit(token)}
        sx={{ fontWeight: 500, textAlign: "left", overflowWrap: "anywhere" }}
      >
        {token.name}
      </Link>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, flexWrap: "wrap", typography: "body2" }}>
        <MaskedKey token={token} actions={actions} />
        <Box component="span" sx={{ whiteSpace: "nowrap" }}>
          <QuotaText value={token.used_quota} />
          {" / "}
          <Remaining token={token} />
        </Box>
      </Stack>
      {token.budget_period !== "none" && <BudgetMeter budget={token} />}
      <TokenStatus token={token} onToggle={(enabled) => actions.toggle(token, enabled)} />
    </Stack>
  );
}
