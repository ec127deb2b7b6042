import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { FormSection } from "../../design-system/form/form-section";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { useSiteInfo } from "../../lib/site-info/site-info";
import type { GatewayValues } from "./gateway-values";

/** Where the gateway reports payments, and what to do with the address; empty while the server has no address of its own. */
export function NotifyAddress({ address }: { address: string }) {
  const { t } = useTranslation("payments");
  return (
    <FormSection title={t("notify.title")} description={t(address === "" ? "notify.missing" : "notify.hint")}>
      {address === "" ? <SetAddress /> : <Address address={address} />}
    </FormSection>
  );
}

/** Shown before the first save: a gateway cannot be offered while the server has no address. Empty if it has one. */
export function MissingAddress() {
  const { t } = useTranslation("payments");
  const { server_address } = useSiteInfo();
  const domain = useWatch<GatewayValues, "notify_domain">({ name: "notify_domain" });
  if (server_address !== "" || domain !== "") return null;
  return (
    <Alert severity="info" sx={{ mb: 2.5 }}>
      {t("notify.missing")} <SetAddress />
    </Alert>
  );
}

/** In a tab of its own, so that a half-filled form is not lost. */
function SetAddress() {
  const { t } = useTranslation("payments");
  return (
    <Link
      component={RouterLink}
      to="/panel/setting?tab=system&setting=ServerAddress"
      target="_blank"
      variant="body2"
    >
      {t("notify.set")}
    </Link>
  );
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation("payments");
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: "center",
        gap: 1,
        pl: 1.5,
        pr: 1,
        py: 0.75,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <MonoText wrap>{address}</MonoText>
      </Box>
      <CopyButton text={address} label={t("notify.copy")} />
    </Stack>
  );
}
