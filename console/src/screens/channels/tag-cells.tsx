import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TagSummary } from "@tollgate/contract/channel-tags";
import { useTranslation } from "react-i18next";

interface TagNameProps {
  summary: TagSummary;
  open: boolean;
  onToggle: () => void;
}

/** A tag with the number of its channels; a click shows or hides them. */
export function TagName({ summary, open, onToggle }: TagNameProps) {
  const { t } = useTranslation("channels");
  return (
    <ButtonBase
      onClick={onToggle}
      aria-expanded={open}
      sx={{
        alignSelf: "flex-start",
        borderRadius: 1,
        textAlign: "left",
        maxWidth: "100%",
        ml: -0.5,
        px: 0.5,
      }}
    >
      <ExpandMoreIcon
        aria-hidden
        sx={{ fontSize: 18, mr: 0.5, color: "text.secondary", transform: open ? "none" : "rotate(-90deg)" }}
      />
      <Box sx={{ minWidth: 0, lineHeight: "16px" }}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
          {summary.tag}
        </Typography>
        <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
          {t("group.channels", { count: summary.ids.length })}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

/** How many channels of a tag are enabled; the others named by their state. */
export function TagStatus({ summary }: { summary: TagSummary }) {
  const { t } = useTranslation("channels");
  const { enabled, auto_disabled: failed, ids } = summary;
  return (
    <Stack direction="row" sx={{ gap: 1, whiteSpace: "nowrap", typography: "body2" }}>
      <span>{t("group.enabled", { enabled, total: ids.length })}</span>
      {failed > 0 && (
        <Box component="span" sx={{ color: "warning.main" }}>
          {t("group.auto_disabled", { count: failed })}
        </Box>
      )}
    </Stack>
  );
}
