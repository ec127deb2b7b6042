import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ServiceIcon } from "../../widgets/sign-in-methods/service-icon";
import { type CallbackKind, maxAttempts } from "./oauth-callback-queries";

export interface CallbackProgressProps {
  kind: CallbackKind;
  /** From 1. */
  attempt: number;
}

/** Progress of the sign-in, with the number of the attempt from the second on. */
export function CallbackProgress({ kind, attempt }: CallbackProgressProps) {
  const { t } = useTranslation("oauth-callback");
  const title = t(`title.${kind}`);
  return (
    <CallbackCard icon={<ServiceIcon kind={kind} sx={{ fontSize: 32 }} />} title={title}>
      <LinearProgress aria-label={title} sx={{ borderRadius: 1, my: 0.5 }} />
      <Typography role="status" sx={{ color: "text.secondary", minHeight: 22 }}>
        {attempt > 1 ? t("attempt", { attempt, total: maxAttempts }) : t("wait")}
      </Typography>
    </CallbackCard>
  );
}

export interface CallbackFailureProps {
  kind: CallbackKind;
  reason: string;
  /** Where the next try begins. */
  back: string;
}

/** What went wrong, and the way back. */
export function CallbackFailure({ kind, reason, back }: CallbackFailureProps) {
  const { t } = useTranslation("oauth-callback");
  return (
    <CallbackCard
      icon={<ErrorOutlineIcon sx={{ fontSize: 32, color: "error.main" }} />}
      title={t(`failed.${kind}`)}
    >
      <Typography role="alert" sx={{ color: "text.secondary" }}>
        {reason}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(back === "/login" ? "redirecting.login" : "redirecting.profile")}
      </Typography>
      <Button component={Link} to={back} replace variant="contained" sx={{ mt: 1.5, alignSelf: "center" }}>
        {t(back === "/login" ? "toLogin" : "toProfile")}
      </Button>
    </CallbackCard>
  );
}

function CallbackCard(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Box sx={{ flex: 1, display: "grid", placeItems: "center", px: 2, pb: { xs: 8, sm: 14 }, pt: 2 }}>
      <Paper
        variant="outlined"
        sx={{
          width: "100%",
          maxWidth: 400,
          p: { xs: 3, sm: 4 },
          display: "flex",
          flexDirection: "column",
          gap: 1.5,
          textAlign: "center",
        }}
      >
        <Box sx={{ height: 32, lineHeight: 0 }}>{props.icon}</Box>
        <Typography variant="h2" component="h1">
          {props.title}
        </Typography>
        {props.children}
      </Paper>
    </Box>
  );
}
