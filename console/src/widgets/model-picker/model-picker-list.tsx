import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { monoFont } from "../../design-system/theme/tokens";
import type { ComparedModel } from "./compare-models";

interface ModelPickerListProps {
  models: readonly ComparedModel[];
  picked: ReadonlySet<string>;
  onPick: (model: ComparedModel, on: boolean) => void;
}

const tones = { new: "success.main", existing: "text.secondary", removed: "warning.main" } as const;

/** Models with a box to tick; rows out of sight are not laid out, so that a thousand of them stay quick. */
export function ModelPickerList({ models, picked, onPick }: ModelPickerListProps) {
  const { t } = useTranslation("model-picker");
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 240,
        maxHeight: { sm: 380 },
        overflowY: "auto",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
      }}
    >
      {models.length === 0 && (
        <Typography variant="body2" sx={{ p: 3, textAlign: "center", color: "text.secondary" }}>
          {t("none_found")}
        </Typography>
      )}
      {models.map((model) => (
        <Box
          key={model.name}
          component="label"
          sx={{
            display: "flex",
            alignItems: "center",
            gap: 1,
            px: 1,
            minHeight: 36,
            cursor: "pointer",
            contentVisibility: "auto",
            containIntrinsicSize: "auto 36px",
            "&:hover": { backgroundColor: "action.hover" },
          }}
        >
          <Checkbox
            checked={picked.has(model.name)}
            onChange={(event) => onPick(model, event.target.checked)}
            slotProps={{ input: { "aria-label": model.name } }}
          />
          <Typography
            variant="body2"
            sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere", fontFamily: monoFont, fontSize: 12.5 }}
          >
            {model.name}
          </Typography>
          <Typography variant="caption" sx={{ color: tones[model.standing], whiteSpace: "nowrap" }}>
            {t(`standing_${model.standing}`)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
