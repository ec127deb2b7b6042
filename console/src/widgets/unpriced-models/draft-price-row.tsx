import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { type DraftPrice, isEmptyDraft, isPriceText } from "./draft-prices";

interface DraftPriceRowProps {
  model: string;
  draft: DraftPrice;
  checked: boolean;
  onChange: (draft: DraftPrice) => void;
}

/** A model's price to be: what input and output cost, or a call. */
export function DraftPriceRow({ model, draft, checked, onChange }: DraftPriceRowProps) {
  const { t } = useTranslation("unpriced-models");
  const refused = checked && !isEmptyDraft(draft);
  const isTokens = draft.type === "tokens";
  return (
    <Box component="li">
      <MonoText>{model}</MonoText>
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
          invalid={refused && !isPriceText(draft.type, draft.input)}
          onChange={(input) => onChange({ ...draft, input })}
        />
        {isTokens ? (
          <DollarField
            label={t("output")}
            name={t("output_of", { model })}
            value={draft.output}
            invalid={refused && !isPriceText(draft.type, draft.output)}
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
    </Box>
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
