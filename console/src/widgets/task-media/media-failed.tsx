import BrokenImageOutlinedIcon from "@mui/icons-material/BrokenImageOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";

interface MediaFailedProps {
  /** A sign instead of words. */
  brief?: boolean;
  /** Absent where the whole place is a button already. */
  onRetry?: (() => void) | undefined;
}

/** Replaces a file that cannot be shown, with a message. */
export function MediaFailed({ brief = false, onRetry }: MediaFailedProps) {
  const { t } = useTranslation("task-media");
  if (brief)
    return (
      <BrokenImageOutlinedIcon titleAccess={t("failed")} sx={{ fontSize: 20, color: "text.secondary" }} />
    );
  return (
    <Stack role="status" sx={{ alignItems: "center", gap: 0.5, p: 2, textAlign: "center" }}>
      <BrokenImageOutlinedIcon aria-hidden sx={{ color: "text.secondary" }} />
      <Typography variant="body2">{t("failed")}</Typography>
      <Typography variant="caption" sx={{ color: "text.secondary", maxWidth: 320 }}>
        {t("failed_hint")}
      </Typography>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t("retry")}
        </Button>
      )}
    </Stack>
  );
}
