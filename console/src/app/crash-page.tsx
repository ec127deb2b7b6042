import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { useNavigate, useRouteError } from "react-router";
import { isLoadFailure } from "../design-system/lazy-part/lazy-part";

/** Replaces a page that threw; the rest of the console keeps working. */
export function CrashPage() {
  return <CrashedPage error={useRouteError()} />;
}

/** The same where React Router does not know the error. */
export function CrashedPage({ error }: { error: unknown }) {
  const navigate = useNavigate();
  return <CrashView error={error} onRetry={() => void navigate(".", { replace: true })} />;
}

/** Shows a page's error with a retry button. */
export function CrashView(props: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["shell", "common"]);
  const { error } = props;
  const missingPart = isLoadFailure(error);
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Stack
      role="alert"
      sx={{ alignItems: "center", textAlign: "center", gap: 1, px: 3, py: { xs: 8, sm: 14 } }}
    >
      <Typography variant="h1">{t(missingPart ? "crash.chunk_title" : "crash.title")}</Typography>
      <Typography sx={{ color: "text.secondary", maxWidth: 480 }}>
        {missingPart ? t("crash.chunk") : t("crash.body")}
      </Typography>
      <Stack direction="row" spacing={1} sx={{ mt: 2 }}>
        <Button variant="outlined" onClick={props.onRetry}>
          {t("common:retry")}
        </Button>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t("crash.reload")}
        </Button>
      </Stack>
      {!missingPart && (
        <Box component="details" sx={{ mt: 3, color: "text.secondary", fontSize: 12, maxWidth: "100%" }}>
          <summary>{t("crash.details")}</summary>
          <Box component="pre" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", textAlign: "left" }}>
            {message}
          </Box>
        </Box>
      )}
    </Stack>
  );
}
