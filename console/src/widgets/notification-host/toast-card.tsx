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
import { useTranslation } from "react-i18next";
import type { Notification, NotificationKind } from "../../lib/notifications/notifications";
import { downloadText } from "./download-text";

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

export interface ToastCardProps {
  notification: Notification;
  onClose: () => void;
}

/** One notification: sign, words, and always a close button; what was to be copied can be saved as a file. */
export function ToastCard(props: ToastCardProps) {
  const { notification, onClose } = props;
  const { t } = useTranslation("common");
  const { kind, title, message, action } = notification;
  const Icon = icons[kind];
  const download =
    notification.download ?? (kind === "copy" ? { fileName: "copy.txt", text: message } : undefined);

  return (
    <Paper
      elevation={8}
      role={kind === "error" ? "alert" : "status"}
      sx={{
        display: "flex",
        alignItems: "flex-start",
        gap: 1.25,
        // The gap to the next one is inside, so that it collapses with this one.
        mt: 1.5,
        pointerEvents: "auto",
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
                  onClose();
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
      <IconButton size="small" aria-label={t("close")} onClick={onClose} sx={{ color: "text.secondary" }}>
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Paper>
  );
}
