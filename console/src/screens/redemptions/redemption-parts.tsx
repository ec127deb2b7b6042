import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { fetchCode } from "./redemptions-queries";

/** The last characters of a code, with a button that fetches and copies the whole one. */
export function MaskedCode({ redemption }: { redemption: Redemption }) {
  const { t } = useTranslation("redemptions");
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 0.5 }}>
      <MonoText>{redemption.key}</MonoText>
      {redemption.status !== redemptionStatus.used && (
        <CopyButton text={() => fetchCode(redemption.id)} label={t("copy", { key: redemption.key })} />
      )}
    </Stack>
  );
}

/** Who redeemed a code, linked to that user. */
export function RedeemedBy({ redemption }: { redemption: Redemption }) {
  const { used_user_id: id, used_username: name } = redemption;
  if (id === 0) return "—";
  return (
    <Link component={RouterLink} to={`/panel/user?keyword=${id}`} variant="body2" color="inherit" noWrap>
      {name === "" ? `#${id}` : name}
    </Link>
  );
}
