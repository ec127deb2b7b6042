import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../../lib/session/session";

/** Unknown address, or forbidden for this role; both look the same on purpose. */
export function NotFoundPage() {
  const { t } = useTranslation("not-found");
  const user = useSession();
  return (
    <Stack
      sx={{
        flex: 1,
        alignItems: "center",
        justifyContent: "center",
        textAlign: "center",
        gap: 1,
        px: 3,
        py: { xs: 10, sm: 16 },
      }}
    >
      <Typography
        sx={{
          fontSize: 64,
          lineHeight: 1,
          fontWeight: 500,
          letterSpacing: "-0.04em",
          color: "text.secondary",
        }}
        aria-hidden
      >
        404
      </Typography>
      <Typography variant="h1" sx={{ mt: 1.5 }}>
        {t("title")}
      </Typography>
      <Typography sx={{ color: "text.secondary", maxWidth: 420 }}>{t("body")}</Typography>
      <Button component={Link} to={user ? "/panel" : "/"} variant="contained" sx={{ mt: 2 }}>
        {user ? t("toDashboard") : t("toHome")}
      </Button>
    </Stack>
  );
}
