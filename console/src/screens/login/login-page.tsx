import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink, Navigate, useLocation } from "react-router";
import { FormProblem } from "../../design-system/form/form-problem";
import { session, useHasAccess, useSession } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { supportLink } from "../../lib/support-contact";
import { useOfferedKinds } from "../../widgets/sign-in-methods/sign-in-kinds";
import { SignInMethods } from "../../widgets/sign-in-methods/sign-in-methods";
import { Hint } from "./hint";
import { PasskeyButton } from "./passkey-button";
import { PasswordForm } from "./password-form";
import { TwoFactorForm } from "./two-factor-form";
import { type SecondStep, useSecondStep } from "./use-second-step";

/** Default target after sign-in. */
const landing = "/panel";

/** The address one was sent here from; only addresses of this site are followed. */
function wantedAddress(state: unknown): string {
  if (typeof state !== "object" || state === null || !("from" in state)) return landing;
  const { from } = state;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : landing;
}

/** The name of the account that was registered a moment ago; empty when the page was opened otherwise. */
function registeredName(state: unknown): string {
  if (typeof state !== "object" || state === null || !("registered" in state)) return "";
  return typeof state.registered === "string" ? state.registered : "";
}

/** Signing in, in one step or two. Shows only the ways in that this server offers. */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation();
  // A user without any right would be redirected back here immediately.
  const mayEnter = useHasAccess("user");
  const second = useSecondStep();
  if (mayEnter) return <Navigate to={wantedAddress(state)} replace />;
  return (
    <Box sx={{ flex: 1, display: "grid", placeItems: "center", px: 2, pb: { xs: 8, sm: 14 }, pt: 4 }}>
      <Box sx={{ width: "100%", maxWidth: 400 }}>
        <Typography variant="h1" sx={{ textAlign: "center" }}>
          {t(second.active ? "second.title" : "title")}
        </Typography>
        <Typography sx={{ textAlign: "center", color: "text.secondary", mt: 0.5, mb: 3 }}>
          {t(second.active ? "second.subtitle" : "subtitle")}
        </Typography>
        <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
          {second.active ? (
            <TwoFactorForm step={second} />
          ) : (
            <FirstStep step={second} registered={registeredName(state)} />
          )}
        </Paper>
        {!second.active && <OtherWays />}
      </Box>
    </Box>
  );
}

function FirstStep({ step, registered }: { step: SecondStep; registered: string }) {
  const { t } = useTranslation("login");
  const site = useSiteInfo();
  const services = useOfferedKinds().length > 0;
  const [expired] = useState(session.hasExpired);
  const stranger = useSession();
  const nothing = !site.password_login && !site.passkey_login && !services;
  return (
    <>
      {registered !== "" && <Hint>{t("registered")}</Hint>}
      {expired && <Hint>{t("expired")}</Hint>}
      {stranger && <Hint>{t("noRights")}</Hint>}
      {site.demo && <Hint>{t("demoHint")}</Hint>}
      {nothing && <Hint>{t("noMethod")}</Hint>}
      {/* The form shows its own. */}
      {!site.password_login && step.problem !== undefined && (
        <Box sx={{ mb: 2.5 }}>
          <FormProblem text={step.problem} />
        </Box>
      )}
      {site.password_login && <PasswordForm step={step} passkeys={site.passkey_login} known={registered} />}
      {site.passkey_login && <PasskeyButton step={step} primary={!site.password_login} />}
      <SignInMethods />
    </>
  );
}

/** Ways to an account for those who cannot sign in. */
function OtherWays() {
  const { t } = useTranslation("login");
  const { password_login, password_reset, register_enabled, support_contact } = useSiteInfo();
  const contact = supportLink(support_contact);
  return (
    <Stack sx={{ mt: 2.5, gap: 1, alignItems: "center", textAlign: "center", typography: "body2" }}>
      {password_reset && (
        <Link component={RouterLink} to="/reset">
          {t("forgot")}
        </Link>
      )}
      {password_login && !password_reset && contact && (
        <Box sx={{ color: "text.secondary" }}>
          {t("forgot")}{" "}
          <Link href={contact.href} underline="always" sx={{ overflowWrap: "anywhere" }}>
            {t("contact", { contact: contact.text })}
          </Link>
        </Box>
      )}
      {register_enabled && (
        <Box sx={{ color: "text.secondary" }}>
          {t("noAccount")}{" "}
          <Link component={RouterLink} to="/register" underline="always">
            {t("register")}
          </Link>
        </Box>
      )}
    </Stack>
  );
}
