import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { SettingSection } from "@tollgate/contract/setting-definition";
import { type TestedService, testedServices } from "@tollgate/contract/setting-endpoints";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { CleanLogs } from "../../widgets/clean-logs/clean-logs";
import { MailTools } from "./mail-tools";
import { ServiceCheck } from "./service-check";
import type { RowMap } from "./setting-values";

interface SectionExtrasProps {
  section: SettingSection;
  rows: RowMap;
  locked: boolean;
}

/** Where each service sends people back to. */
const callbacks: Partial<Record<SettingSection, string>> = {
  github: "/oauth/github",
  lark: "/oauth/lark",
  oidc: "/oauth/oidc",
};

/** Extras of a section: addresses to copy, a test, related screens, maintenance actions. */
export function SectionExtras({ section, rows, locked }: SectionExtrasProps) {
  const server = rows.get("ServerAddress")?.value || window.location.origin;
  const callback = callbacks[section];
  return (
    <>
      {callback && <CallbackAddress address={`${server}${callback}`} />}
      {!locked && isTested(section) && <ServiceCheck service={section} />}
      {!locked && section === "smtp" && <MailTools />}
      {section === "quota" && <RelatedScreens />}
      {section === "top_ups" && <PaymentsLink />}
      {section === "logs" && <CleanLogs />}
    </>
  );
}

function isTested(section: SettingSection): section is SettingSection & TestedService {
  return (testedServices as readonly string[]).includes(section);
}

function CallbackAddress({ address }: { address: string }) {
  const { t } = useTranslation("settings");
  return (
    <Box sx={{ mt: 2.5 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("callback.label")}
      </Typography>
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, minWidth: 0 }}>
        <MonoText wrap>{address}</MonoText>
        <CopyButton text={address} label={t("callback.copy")} />
      </Stack>
    </Box>
  );
}

function RelatedScreens() {
  const { t } = useTranslation("settings");
  return (
    <Stack direction="row" sx={{ gap: 2.5, mt: 2.5, flexWrap: "wrap" }}>
      <Link component={RouterLink} to="/panel/user_group" variant="body2">
        {t("related.groups")}
      </Link>
      <Link component={RouterLink} to="/panel/pricing" variant="body2">
        {t("related.prices")}
      </Link>
    </Stack>
  );
}

function PaymentsLink() {
  const { t } = useTranslation("settings");
  return (
    <Link
      component={RouterLink}
      to="/panel/payment"
      variant="body2"
      sx={{ display: "inline-block", mt: 2.5 }}
    >
      {t("related.payments")}
    </Link>
  );
}
