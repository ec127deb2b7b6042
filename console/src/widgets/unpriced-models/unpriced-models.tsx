import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DraftPriceRow } from "./draft-price-row";
import { type DraftPrices, emptyDraft, isCompleteDraft } from "./draft-prices";

const shownAtFirst = 6;

interface UnpricedModelsProps {
  /** Names that calls would be billed by and that no price covers. */
  models: readonly string[];
  drafts: DraftPrices;
  /** Half-filled rows are marked. */
  checked: boolean;
  onChange: (drafts: DraftPrices) => void;
}

/** Models that calls would be refused for, each with a row to price it in place; nothing where all have a price. */
export function UnpricedModels({ models, drafts, checked, onChange }: UnpricedModelsProps) {
  const { t } = useTranslation("unpriced-models");
  const [all, setAll] = useState(false);
  const [firstModel] = models;
  if (firstModel === undefined) return null;
  const shown = all ? models : models.slice(0, shownAtFirst);
  const first = drafts[firstModel] ?? emptyDraft;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{
        "& .MuiAlert-message": { minWidth: 0, flex: 1 },
        "& .MuiAlert-icon": { mr: 1.25, display: { xs: "none", sm: "flex" } },
      }}
    >
      <AlertTitle>{t("title", { count: models.length })}</AlertTitle>
      {t("body")}
      <Stack component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: "none", gap: 1.5 }}>
        {shown.map((model) => (
          <DraftPriceRow
            key={model}
            model={model}
            draft={drafts[model] ?? emptyDraft}
            checked={checked}
            onChange={(draft) => onChange({ ...drafts, [model]: draft })}
          />
        ))}
      </Stack>
      <Stack
        direction="row"
        sx={{ gap: 1, flexWrap: "wrap", mt: 1, ml: -0.5, "&:empty": { display: "none" } }}
      >
        {shown.length < models.length && (
          <Button size="small" onClick={() => setAll(true)}>
            {t("show_all", { count: models.length })}
          </Button>
        )}
        {models.length > 1 && isCompleteDraft(first) && (
          <Button
            size="small"
            onClick={() => onChange(Object.fromEntries(models.map((model) => [model, first])))}
          >
            {t("same")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
