import CloseIcon from "@mui/icons-material/Close";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { RuleConditions } from "@tollgate/contract/price-rules";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../design-system/form/number-field";
import { useField } from "../../design-system/form/use-field";
import type { PriceValues } from "./price-values";

export const conditionNames = [
  "prompt_above",
  "service_tier",
  "size",
  "quality",
] as const satisfies readonly (keyof RuleConditions)[];
type ConditionName = (typeof conditionNames)[number];
type TextCondition = Exclude<ConditionName, "prompt_above">;

/** Values that vendors use; any other may be typed. */
const suggestions: Record<TextCondition, readonly string[]> = {
  service_tier: ["flex", "priority", "batch", "fast"],
  size: ["1024x1024", "1024x1536", "1536x1024", "1024x1792", "1792x1024"],
  quality: ["low", "medium", "high", "standard", "hd"],
};

interface RuleConditionProps {
  index: number;
  name: ConditionName;
  onRemove: () => void;
}

/** One condition of a rule, with a button that takes it out. */
export function RuleCondition({ index, name, onRemove }: RuleConditionProps) {
  const { t } = useTranslation("pricing");
  const label = t(`rules.condition.${name}`);
  return (
    <Removable label={t("rules.remove_part", { name: label })} onRemove={onRemove}>
      {name === "prompt_above" ? (
        <NumberField<PriceValues, PriceValues>
          name={`rules.${index}.when.prompt_above`}
          label={label}
          integer
          unit={t("rules.tokens")}
          hint={t("rules.prompt_hint")}
        />
      ) : (
        <TextConditionField index={index} name={name} label={label} />
      )}
    </Removable>
  );
}

function TextConditionField({ index, name, label }: { index: number; name: TextCondition; label: string }) {
  const { t } = useTranslation("pricing");
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({
    name: `rules.${index}.when.${name}`,
    label,
    hint: t(`rules.condition_hint.${name}`),
  });
  return (
    <Autocomplete
      freeSolo
      // The rule has a button that removes the condition.
      disableClearable
      options={suggestions[name]}
      inputValue={typeof field.value === "string" ? field.value : ""}
      onInputChange={(_event, next) => field.onChange(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label={label}
          error={invalid}
          helperText={helper}
        />
      )}
    />
  );
}

/** A field with a button that takes it out. */
export function Removable({
  label,
  onRemove,
  children,
}: {
  label: string;
  onRemove: () => void;
  children: React.ReactNode;
}) {
  return (
    <Stack direction="row" sx={{ alignItems: "flex-start", gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      <IconButton aria-label={label} onClick={onRemove} sx={{ mt: 0.25 }}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
}
