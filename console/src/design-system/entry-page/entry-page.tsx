import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export interface EntryPageProps {
  title: string;
  subtitle?: ReactNode;
  /** Content of the card. */
  children: ReactNode;
  /** Links under the card. */
  below?: ReactNode;
}

/** A page outside the console: a title, one centered card, and links below it. */
export function EntryPage({ title, subtitle, children, below }: EntryPageProps) {
  return (
    <Box sx={{ flex: 1, display: "grid", placeItems: "center", px: 2, pb: { xs: 8, sm: 14 }, pt: 2 }}>
      <Box sx={{ width: "100%", maxWidth: 400 }}>
        <Typography variant="h1" sx={{ textAlign: "center" }}>
          {title}
        </Typography>
        <Typography component="div" sx={{ textAlign: "center", color: "text.secondary", mt: 0.5, mb: 3 }}>
          {subtitle}
        </Typography>
        <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
          {children}
        </Paper>
        {below && (
          <Stack sx={{ mt: 2.5, gap: 1, alignItems: "center", textAlign: "center", typography: "body2" }}>
            {below}
          </Stack>
        )}
      </Box>
    </Box>
  );
}

export interface EntryMessageProps {
  icon: ReactNode;
  tone: "success" | "error" | "info";
  /** One or two sentences. */
  children: ReactNode;
  action?: ReactNode;
}

/** Message of a card without a form: done, sent, or not possible. */
export function EntryMessage({ icon, tone, children, action }: EntryMessageProps) {
  return (
    <Stack role="status" sx={{ alignItems: "center", textAlign: "center", gap: 2 }}>
      <Box
        aria-hidden
        sx={{
          display: "grid",
          placeItems: "center",
          width: 44,
          height: 44,
          borderRadius: "12px",
          bgcolor: `${tone}.light`,
          color: `${tone}.main`,
          "& svg": { fontSize: 22 },
        }}
      >
        {icon}
      </Box>
      <Typography component="div" sx={{ overflowWrap: "anywhere" }}>
        {children}
      </Typography>
      {action && <Box sx={{ width: "100%", mt: 0.5 }}>{action}</Box>}
    </Stack>
  );
}
