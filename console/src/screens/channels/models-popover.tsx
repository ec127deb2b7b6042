import PlayArrowOutlinedIcon from "@mui/icons-material/PlayArrowOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { isWildcard } from "@tollgate/contract/model-pattern";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { MonoText } from "../../design-system/mono-text/mono-text";

interface ModelsPopoverProps {
  models: string[];
  onTest: (model: string) => void;
}

/** Minimum number of models for a search field. */
const searchFrom = 12;

/** How many models a channel serves; a click lists them, each to copy or to test. */
export function ModelsPopover({ models, onTest }: ModelsPopoverProps) {
  const { t } = useTranslation("channels");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [search, setSearch] = useState("");
  const shown = models.filter((model) => model.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <Link
        component="button"
        type="button"
        color="inherit"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ typography: "caption", verticalAlign: "baseline", whiteSpace: "nowrap" }}
      >
        {t("models.count", { count: models.length })}
      </Link>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { sx: { width: 340, maxWidth: "calc(100vw - 32px)" } } }}
      >
        {models.length >= searchFrom && (
          <Box sx={{ p: 1.5, pb: 0 }}>
            <TextField
              autoFocus
              type="search"
              placeholder={t("models.search")}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              slotProps={{ htmlInput: { "aria-label": t("models.search") } }}
            />
          </Box>
        )}
        <Box component="ul" sx={{ m: 0, p: 1, maxHeight: 320, overflowY: "auto", listStyle: "none" }}>
          {shown.map((model) => (
            <ModelRow key={model} model={model} onTest={() => onTest(model)} />
          ))}
          {shown.length === 0 && (
            <Typography component="li" variant="body2" sx={{ p: 1, color: "text.secondary" }}>
              {t("models.none")}
            </Typography>
          )}
        </Box>
        <Box sx={{ borderTop: 1, borderColor: "divider", p: 1 }}>
          <CopyButton text={models.join(",")} caption={t("models.copy_all")} variant="text" />
        </Box>
      </Popover>
    </>
  );
}

function ModelRow({ model, onTest }: { model: string; onTest: () => void }) {
  const { t } = useTranslation("channels");
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: "center",
        gap: 0.5,
        pl: 1,
        borderRadius: 1,
        "&:hover": { backgroundColor: "action.hover" },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
        <MonoText wrap copy>
          {model}
        </MonoText>
      </Box>
      {!isWildcard(model) && (
        <Tooltip title={t("models.test", { model })}>
          <IconButton size="small" aria-label={t("models.test", { model })} onClick={onTest}>
            <PlayArrowOutlinedIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Stack>
  );
}
