import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import CloseIcon from "@mui/icons-material/Close";
import ErrorIcon from "@mui/icons-material/Error";
import InfoIcon from "@mui/icons-material/Info";
import WarningIcon from "@mui/icons-material/Warning";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type CustomContentProps, SnackbarContent, useSnackbar } from "notistack";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Notification, NotificationKind } from "../../lib/notifications/notifications";
import { downloadText } from "./download-text";

declare module "notistack" {
  interface VariantOverrides {
    default: { notification: Notification };
  }
}

const icons: Record<NotificationKind, typeof InfoIcon> = {
  error: ErrorIcon,
  warning: WarningIcon,
  success: CheckCircleIcon,
  info: InfoIcon,
  notice: InfoIcon,
  copy: WarningIcon,
};

const tones = {
  error: "error",
  warning: "warning",
  success: "success",
  info: "info",
  notice: "info",
  copy: "warning",
} as const satisfies Record<NotificationKind, string>;

interface NoteProps extends CustomContentProps {
  notification: Notification;
  ref?: Ref<HTMLDivElement>;
}

/** One notification: sign, words, and always a close button; what was to be copied can be saved as a file. */
export function Note(props: NoteProps) {
  const { id, notification, ref, style } = props;
  const { t } = useTranslation("common");
  const { closeSnackbar } = useSnackbar();
  const close = (): void => closeSnackbar(id);
  const { kind, title, message, action } = notification;
  const Icon = icons[kind];
  const download =
    notification.download ?? (kind === "copy" ? { fileName: "copy.txt", text: message } : undefined);

  return (
    <SnackbarContent
      ref={ref as Ref<HTMLDivElement>}
      style={style ?? {}}
      role={kind === "error" ? "alert" : "status"}
    >
      <Paper
        elevation={8}
        sx={{
          display: "flex",
          alignItems: "flex-start",
          gap: 1.25,
          width: { xs: "100%", sm: 400 },
          p: "10px 8px 10px 14px",
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
        }}
      >
        <Icon sx={{ color: `${tones[kind]}.main`, fontSize: 20, mt: "4px" }} />
        <Box sx={{ flex: 1, minWidth: 0, py: "3px" }}>
          {title && <Typography variant="subtitle2">{title}</Typography>}
          <Typography variant="body2" sx={{ overflowWrap: "anywhere", maxHeight: 200, overflowY: "auto" }}>
            {message}
          </Typography>
          {(action || download) && (
            <Stack direction="row" spacing={1} sx={{ mt: 0.5, ml: "-10px" }}>
              {action && (
                <Button
                  size="small"
                  onClick={() => {
                    action.run();
                    close();
                  }}
                >
                  {action.label}
                </Button>
              )}
              {download && (
                <Button size="small" onClick={() => downloadText(download.fileName, download.text)}>
                  {t("download")}
                </Button>
              )}
            </Stack>
          )}
        </Box>
        <IconButton size="small" aria-label={t("close")} onClick={close} sx={{ color: "text.secondary" }}>
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      </Paper>
    </SnackbarContent>
  );
}
