import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useController, useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { DiscountRow } from "./discount-row";
import { type DiscountDraft, draftsOf, problemsOfDrafts, sameDiscounts, tableOf } from "./discount-values";
import { JsonText } from "./json-text";
import type { SectionValues } from "./setting-values";

interface DiscountsFieldProps {
  name: `values.${string}`;
  label: string;
  hint: string;
  disabled: boolean;
}

/** Top-up amounts and their prices as rows, or as the JSON that One API clients use. */
export function DiscountsField({ name, label, hint, disabled }: DiscountsFieldProps) {
  const { t } = useTranslation("settings");
  const { field } = useController<SectionValues>({ name });
  const value: unknown = field.value;
  const [asJson, setAsJson] = useState(false);
  const [typed, setTyped] = useState<DiscountDraft[]>(() => draftsOf(value) ?? []);
  // Incomplete rows exist only here; an outside change of the form replaces them.
  const rows = sameDiscounts(tableOf(typed), value) ? typed : draftsOf(value);
  const json = asJson || rows === undefined;
  const change = (next: DiscountDraft[]): void => {
    setTyped(next);
    field.onChange(tableOf(next));
  };

  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2">{label}</Typography>
      <FormHelperText sx={{ mx: 0, mt: 0.25, mb: 1.5 }}>{hint}</FormHelperText>
      {json ? (
        <JsonText
          label={t("discounts.json")}
          value={value}
          onChange={field.onChange}
          isReadable={(parsed) => typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)}
          disabled={disabled}
        />
      ) : (
        <Rows rows={rows} name={name} disabled={disabled} onChange={change} />
      )}
      {json && <TableProblem name={name} />}
      <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
        {!json && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
            onClick={() => change([...rows, { amount: "", percent: "" }])}
            disabled={disabled}
          >
            {t("discounts.add")}
          </Button>
        )}
        <Button size="small" onClick={() => setAsJson(!asJson)} disabled={rows === undefined}>
          {t(json ? "chat.as_rows" : "chat.as_json")}
        </Button>
      </Stack>
    </Box>
  );
}

interface RowsProps {
  rows: DiscountDraft[];
  name: `values.${string}`;
  disabled: boolean;
  onChange: (rows: DiscountDraft[]) => void;
}

function Rows({ rows, name, disabled, onChange }: RowsProps) {
  const { errors, submitCount } = useFormState<SectionValues>();
  const rejected = errors.values?.[name.slice("values.".length)] !== undefined && submitCount > 0;
  const problems = problemsOfDrafts(rows);
  return (
    <Stack sx={{ gap: 1.5 }}>
      {rows.map((row, index) => (
        <DiscountRow
          // Amounts may be empty or repeated while typing.
          key={index}
          number={index + 1}
          row={row}
          problem={problems[index]}
          tried={rejected}
          disabled={disabled}
          onChange={(part) =>
            onChange(rows.map((other, at) => (at === index ? { ...other, ...part } : other)))
          }
          onRemove={() => onChange(rows.filter((_row, at) => at !== index))}
        />
      ))}
    </Stack>
  );
}

/** What the contract rejects in the JSON text, with the entry that it means. */
function TableProblem({ name }: { name: `values.${string}` }) {
  const { t } = useTranslation("settings");
  const { errors } = useFormState<SectionValues>();
  const problem: unknown = errors.values?.[name.slice("values.".length)];
  if (typeof problem !== "object" || problem === null) return null;
  const own = (problem as { message?: unknown }).message;
  const [entry] = Object.entries(problem as Record<string, { message?: unknown } | undefined>);
  const inside = entry && typeof entry[1]?.message === "string" ? entry[1].message : undefined;
  const text =
    typeof own === "string"
      ? own
      : inside !== undefined && t("discounts.bad_entry", { amount: entry?.[0], problem: inside });
  return text ? (
    <FormHelperText error sx={{ mx: 0 }}>
      {text}
    </FormHelperText>
  ) : null;
}
