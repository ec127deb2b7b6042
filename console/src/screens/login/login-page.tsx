import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useSession } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { Hint } from "./hint";
import { PasswordForm } from "./password-form";

/** Where login leads when nothing else was asked for (specification §2). */
const landing = "/panel";

/** The address one was sent here from; only addresses of this site are followed. */
function wantedAddress(state: unknown): string {
  if (typeof state !== "object" || state === null || !("from" in state)) return landing;
  const { from } = state;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : landing;
}

/** Signing in. Shows only the ways in that this server offers. */
export function LoginPage() {
  const { t } = useTranslation("login");
  const { state } = useLocation();
  const user = useSession();
  const site = useSiteInfo();
  if (user) return <Navigate to={wantedAddress(state)} replace />;
  return (
    <Box sx={{ flex: 1, display: "grid", placeItems: "center", px: 2, pb: { xs: 8, sm: 14 }, pt: 2 }}>
      <Box sx={{ width: "100%", maxWidth: 400 }}>
        <Typography variant="h1" sx={{ textAlign: "center" }}>
          {t("title")}
        </Typography>
        <Typography sx={{ textAlign: "center", color: "text.secondary", mt: 0.5, mb: 3 }}>
          {t("subtitle")}
        </Typography>
        <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
          {site.demo && <Hint>{t("demoHint")}</Hint>}
          {site.password_login ? <PasswordForm /> : <Hint>{t("noMethod")}</Hint>}
        </Paper>
      </Box>
    </Box>
  );
}
