import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type ReactNode, type Ref, useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { type AmountUnit, quotaOf, textOf } from "./amount";

export interface AmountInputProps {
  label: string;
  /** Integer quota; NaN while the text is no number. */
  value: number;
  onChange: (quota: number) => void;
  /** Called when the text is emptied; without it an empty text is NaN. */
  onClear?: () => void;
  /** Quota of one dollar. */
  quotaPerUnit: number;
  /** Default unit: the site's unit of amounts. */
  defaultUnit?: AmountUnit;
  hint?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** An amount of money: typed in dollars or in quota, always shown in both. */
export function AmountInput(props: AmountInputProps) {
  const texts = useDesignTexts();
  const [unit, setUnit] = useState<AmountUnit>(props.defaultUnit ?? "dollars");
  const [text, setText] = useState<string>();
  const typed = text !== undefined && Object.is(quotaOf(text, unit, props.quotaPerUnit), props.value);
  const shown = typed ? text : textOf(props.value, unit, props.quotaPerUnit);
  const known = !Number.isNaN(props.value);
  const counterpart = !known
    ? ""
    : unit === "dollars"
      ? `= ${texts.number(props.value)} ${texts.quota}`
      : `= ${texts.money(props.value / props.quotaPerUnit)}`;

  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
      <TextField
        label={props.label}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          if (event.target.value.trim() === "" && props.onClear) props.onClear();
          else props.onChange(quotaOf(event.target.value, unit, props.quotaPerUnit));
        }}
        onBlur={() => props.onBlur?.()}
        {...(props.inputRef && { inputRef: props.inputRef })}
        required={props.required ?? false}
        disabled={props.disabled ?? false}
        error={props.error ?? false}
        helperText={props.hint}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: "decimal" },
          inputLabel: { shrink: true },
          input: {
            startAdornment: unit === "dollars" ? <InputAdornment position="start">$</InputAdornment> : null,
            endAdornment: (
              <InputAdornment position="end" sx={{ "& p": { fontSize: 12 } }}>
                {counterpart}
              </InputAdornment>
            ),
          },
        }}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={unit}
        disabled={props.disabled ?? false}
        onChange={(_, next: AmountUnit | null) => next && setUnit(next)}
        sx={{ height: 40, flexShrink: 0 }}
      >
        <ToggleButton value="dollars" aria-label="USD">
          $
        </ToggleButton>
        <ToggleButton value="quota">{texts.quota}</ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  );
}
