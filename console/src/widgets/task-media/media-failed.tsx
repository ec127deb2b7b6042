import BrokenImageOutlinedIcon from "@mui/icons-material/BrokenImageOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";

/** Stands where a file cannot be shown, and says so. */
export function MediaFailed({ brief = false, onRetry }: { brief?: boolean; onRetry: () => void }) {
  const { t } = useTranslation("task-media");
  if (brief)
    return (
      <BrokenImageOutlinedIcon titleAccess={t("failed")} sx={{ fontSize: 20, color: "text.secondary" }} />
    );
  return (
    <Stack role="alert" sx={{ alignItems: "center", gap: 0.5, p: 2, textAlign: "center" }}>
      <BrokenImageOutlinedIcon aria-hidden sx={{ color: "text.secondary" }} />
      <Typography variant="body2">{t("failed")}</Typography>
      <Typography variant="caption" sx={{ color: "text.secondary", maxWidth: 320 }}>
        {t("failed_hint")}
      </Typography>
      <Button size="small" onClick={onRetry}>
        {t("retry")}
      </Button>
    </Stack>
  );
}
