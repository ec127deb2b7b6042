import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

/** Filters that are rarely needed. Empty texts do not filter. */
export interface RareFilters {
  /** Beginning of the field. */
  test_model: string;
  /** Beginning of the field. */
  other: string;
  /** The last characters of a key; never the whole key, which would end up in the address of the page. */
  key: string;
}

const keyEnd = 4;

/** The values in force in one line; undefined without any. */
export function moreSummary({ test_model, other, key }: RareFilters): string | undefined {
  const parts = [test_model, other, key === "" ? "" : `…${key}`].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(", ") : undefined;
}

interface MoreFiltersProps {
  values: RareFilters;
  onApply: (values: RareFilters) => void;
  /** Where one button applies many fields: receives what is to be applied. */
  onDraft?: ((apply: (() => void) | undefined) => void) | undefined;
}

/** The fields of the rare filters; they apply together. */
export function MoreFilters({ values, onApply, onDraft }: MoreFiltersProps) {
  const { t } = useTranslation("channels");
  const [draft, setDraft] = useState(values);
  const change = (name: keyof RareFilters, text: string) => {
    const value = name === "key" ? text.trim().slice(-keyEnd) : text;
    const next = { ...draft, [name]: value };
    setDraft(next);
    onDraft?.(() => onApply(next));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2, minWidth: { sm: 260 } }}>
      {(["test_model", "other", "key"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`filters.${name}`)}
          value={draft[name]}
          onChange={(event) => change(name, event.target.value)}
          {...(name === "key" && { helperText: t("filters.key_hint") })}
        />
      ))}
      {!onDraft && (
        <Button type="submit" variant="contained" size="small">
          {t("filters.apply")}
        </Button>
      )}
    </Stack>
  );
}
