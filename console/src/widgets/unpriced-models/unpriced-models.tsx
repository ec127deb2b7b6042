import { useQuery } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DraftPriceRow } from "./draft-price-row";
import type { SuggestedPrice } from "@tollgate/contract/price-updates";
import { type DraftPrices, emptyDraft, freeDraft, isCompleteDraft, isEmptyDraft } from "./draft-prices";
import { suggestionsQuery } from "./price-queries";

const shownAtFirst = 6;

interface UnpricedModelsProps {
  /** Names that calls would be billed by and that no price covers. */
  models: readonly string[];
  drafts: DraftPrices;
  /** Half-filled rows are marked. */
  checked: boolean;
  onChange: (drafts: DraftPrices) => void;
}

/** Models that calls would be rejected for, each with a row to price it in place; nothing where all have a price. */
export function UnpricedModels({ models, drafts, checked, onChange }: UnpricedModelsProps) {
  const { t } = useTranslation("unpriced-models");
  const [all, setAll] = useState(false);
  const { data: suggestions = {} } = useQuery(suggestionsQuery(models));
  const [firstModel] = models;
  if (firstModel === undefined) return null;
  const shown = all ? models : models.slice(0, shownAtFirst);
  const first = drafts[firstModel] ?? emptyDraft;
  const untouched = models.filter((model) => isEmptyDraft(drafts[model] ?? emptyDraft));
  const bookable = untouched.filter((model) => suggestionOf(suggestions, model));
  const unknown = untouched.filter((model) => !suggestionOf(suggestions, model));
  const priceFromBook = () => {
    const booked = bookable.map((model) => {
      const suggestion = suggestionOf(suggestions, model);
      return [model, { ...emptyDraft, ...(suggestion && { booked: suggestion }) }] as const;
    });
    onChange({ ...drafts, ...Object.fromEntries(booked) });
  };
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
      {bookable.length > 0 && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" variant="contained" onClick={priceFromBook}>
            {t("book_all", { count: bookable.length })}
          </Button>
        </Box>
      )}
      <Stack component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: "none", gap: 1.5 }}>
        {shown.map((model) => (
          <DraftPriceRow
            key={model}
            model={model}
            draft={drafts[model] ?? emptyDraft}
            suggestion={suggestionOf(suggestions, model)}
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
        {unknown.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              onChange({ ...drafts, ...Object.fromEntries(unknown.map((model) => [model, freeDraft])) })
            }
          >
            {t("free", { count: unknown.length })}
          </Button>
        )}
        {models.length > 1 && isCompleteDraft(first) && !first.booked && (
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

/** Model names are hostile: one may equal a property of Object.prototype. */
function suggestionOf(
  suggestions: Readonly<Record<string, SuggestedPrice>>,
  model: string,
): SuggestedPrice | undefined {
  return Object.hasOwn(suggestions, model) ? suggestions[model] : undefined;
}
