import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import MuiTextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useDesignTexts } from "../texts/design-texts";
import type { FieldProps } from "./field-props";
import { type MapEntry, readMap, sameMap, writeMap } from "./map-entries";
import { useField } from "./use-field";

export interface MapFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  keyLabel: string;
  valueLabel: string;
  /** The form holds JSON text instead of an object. */
  asJson?: boolean;
  /** Suggestions for keys are the caller's business; this is only the empty field's example. */
  keyPlaceholder?: string;
  valuePlaceholder?: string;
}

/** Pairs of texts, one line each, under the hint that describes them. The form holds an object, or its JSON text. */
export function MapField<T extends FieldValues, Output = T>(props: MapFieldProps<T, Output>) {
  const texts = useDesignTexts();
  const { field, helper, invalid } = useField(props);
  const labelId = useId();
  const [draft, setDraft] = useState<MapEntry[]>(() => readMap(field.value));
  // Lines with an empty key exist only here; an outside change of the form replaces them.
  const entries = sameMap(draft, field.value) ? draft : readMap(field.value);
  const change = (next: MapEntry[]): void => {
    setDraft(next);
    field.onChange(writeMap(next, props.asJson ?? false));
  };
  const edit = (index: number, part: Partial<MapEntry>): void =>
    change(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));

  return (
    <FormControl
      error={invalid}
      fullWidth
      role="group"
      aria-labelledby={labelId}
      {...(invalid && { "data-invalid": true })}
    >
      <Typography id={labelId} variant="subtitle2">
        {props.label}
      </Typography>
      {helper && !invalid && <FormHelperText sx={{ mx: 0, mt: 0.25 }}>{helper}</FormHelperText>}
      <Stack spacing={1} sx={{ mt: 0.75 }}>
        {entries.length > 0 && (
          <Stack direction="row" aria-hidden spacing={1} sx={{ color: "text.secondary", pr: 4.5 }}>
            <Typography variant="caption" noWrap sx={{ flex: 1 }}>
              {props.keyLabel}
            </Typography>
            <span style={{ visibility: "hidden" }}>→</span>
            <Typography variant="caption" noWrap sx={{ flex: 1 }}>
              {props.valueLabel}
            </Typography>
          </Stack>
        )}
        {entries.map((entry, index) => (
          // Keys may be empty or repeated while typing.
          <Stack key={index} direction="row" spacing={1} sx={{ alignItems: "center" }}>
            <MuiTextField
              value={entry.key}
              placeholder={props.keyPlaceholder ?? props.keyLabel}
              onChange={(event) => edit(index, { key: event.target.value })}
              onBlur={field.onBlur}
              disabled={props.disabled ?? false}
              slotProps={{
                htmlInput: {
                  "aria-label": `${props.keyLabel} ${index + 1}`,
                  title: entry.key,
                  spellCheck: false,
                  style: { textOverflow: "ellipsis" },
                },
              }}
            />
            <span aria-hidden>→</span>
            <MuiTextField
              value={entry.value}
              placeholder={props.valuePlaceholder ?? props.valueLabel}
              onChange={(event) => edit(index, { value: event.target.value })}
              onBlur={field.onBlur}
              disabled={props.disabled ?? false}
              slotProps={{
                htmlInput: {
                  "aria-label": `${props.valueLabel} ${index + 1}`,
                  title: entry.value,
                  spellCheck: false,
                  style: { textOverflow: "ellipsis" },
                },
              }}
            />
            <IconButton
              size="small"
              aria-label={`${texts.remove} ${entry.key}`.trim()}
              disabled={props.disabled ?? false}
              onClick={() => change(entries.filter((_, at) => at !== index))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Stack>
        ))}
        <Button
          ref={field.ref}
          size="small"
          startIcon={<AddIcon />}
          disabled={props.disabled ?? false}
          onClick={() => setDraft([...entries, { key: "", value: "" }])}
          sx={{ alignSelf: "flex-start", ml: -1 }}
        >
          {texts.add}
        </Button>
      </Stack>
      {helper && invalid && <FormHelperText sx={{ mx: 0 }}>{helper}</FormHelperText>}
    </FormControl>
  );
}
