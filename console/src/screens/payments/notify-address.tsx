import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { FormSection } from "../../design-system/form/form-section";
import { MonoText } from "../../design-system/mono-text/mono-text";

/** Where the gateway reports payments, and what to do with the address; empty while the server has no address of its own. */
export function NotifyAddress({ address }: { address: string }) {
  const { t } = useTranslation("payments");
  return (
    <FormSection title={t("notify.title")} description={t(address === "" ? "notify.missing" : "notify.hint")}>
      {address === "" ? (
        <Link component={RouterLink} to="/panel/setting?tab=system" variant="body2">
          {t("notify.set")}
        </Link>
      ) : (
        <Address address={address} />
      )}
    </FormSection>
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
