import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { SuggestedPrice } from "@tollgate/contract/price-updates";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { conditionText, termText } from "../price-terms/price-text";
import { describePrice } from "../price-terms/price-terms";
import { type DraftPrice, emptyDraft, isCompleteDraft, isEmptyDraft, isPriceText } from "./draft-prices";

interface DraftPriceRowProps {
  model: string;
  draft: DraftPrice;
  /** The book's price, if it has one. */
  suggestion: SuggestedPrice | undefined;
  checked: boolean;
  onChange: (draft: DraftPrice) => void;
}

/** Draft price of a model: the book's, or per token, or per call. */
export function DraftPriceRow({ model, draft, suggestion, checked, onChange }: DraftPriceRowProps) {
  const { t } = useTranslation("unpriced-models");
  if (draft.booked)
    return (
      <Box component="li">
        <MonoText>{model}</MonoText>
        <BookedLine
          suggestion={draft.booked}
          label={t("type_instead")}
          name={t("type_instead_of", { model })}
          onPress={() => onChange(emptyDraft)}
        />
      </Box>
    );
  const rejected = checked && !isEmptyDraft(draft);
  const isTokens = draft.type === "tokens";
  return (
    <Box component="li">
      <MonoText>{model}</MonoText>
      {suggestion && (
        <BookedLine
          suggestion={suggestion}
          label={t("book_use")}
          name={t("book_of", { model })}
          onPress={() => onChange({ ...emptyDraft, booked: suggestion })}
        />
      )}
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "1fr 1fr", sm: "1fr 1fr 148px" },
          gap: 1,
          mt: 0.75,
        }}
      >
        <DollarField
          label={t(isTokens ? "input" : "call")}
          name={t(isTokens ? "input_of" : "call_of", { model })}
          value={draft.input}
          invalid={rejected && !isPriceText(draft.type, draft.input)}
          onChange={(input) => onChange({ ...draft, input })}
        />
        {isTokens ? (
          <DollarField
            label={t("output")}
            name={t("output_of", { model })}
            value={draft.output}
            invalid={rejected && !isPriceText(draft.type, draft.output)}
            onChange={(output) => onChange({ ...draft, output })}
          />
        ) : (
          <span />
        )}
        <TextField
          select
          value={draft.type}
          onChange={(event) => onChange({ ...draft, type: event.target.value as DraftPrice["type"] })}
          slotProps={{ select: { SelectDisplayProps: { "aria-label": t("unit_label", { model }) } } }}
          sx={{ gridColumn: { xs: "1 / -1", sm: "auto" } }}
        >
          <MenuItem value="tokens">{t("unit_tokens")}</MenuItem>
          <MenuItem value="times">{t("unit_times")}</MenuItem>
        </TextField>
      </Box>
      {rejected && !isCompleteDraft(draft) && (
        <FormHelperText error>{t(isTokens ? "incomplete" : "no_number", { model })}</FormHelperText>
      )}
    </Box>
  );
}

interface BookedLineProps {
  suggestion: SuggestedPrice;
  label: string;
  /** What a screen reader calls the button. */
  name: string;
  onPress: () => void;
}

/** The price book's price with a button. */
function BookedLine({ suggestion, label, name, onPress }: BookedLineProps) {
  const { t } = useTranslation(["unpriced-models", "price-terms"]);
  const { t: tTerms } = useTranslation("price-terms");
  const { terms, rules } = describePrice(suggestion.price);
  const lines = rules.map(({ when, terms: own }) =>
    [conditionText(tTerms, when), ...own.map((term) => termText(tTerms, term))].join(" · "),
  );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, mt: 0.25 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2">{terms.map((term) => termText(tTerms, term)).join(" · ")}</Typography>
        <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
          {[t("unpriced-models:book_from", { from: suggestion.from }), suggestion.note, ...lines]
            .filter(Boolean)
            .join(" · ")}
        </Typography>
      </Box>
      <Button size="small" aria-label={name} onClick={onPress} sx={{ flexShrink: 0 }}>
        {label}
      </Button>
    </Stack>
  );
}

interface DollarFieldProps {
  label: string;
  /** What a screen reader calls it: the label alone would repeat in every row. */
  name: string;
  value: string;
  invalid: boolean;
  onChange: (value: string) => void;
}

function DollarField({ label, name, value, invalid, onChange }: DollarFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      error={invalid}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: "decimal", "aria-label": name },
        inputLabel: { shrink: true },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
      }}
    />
  );
}
