import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PriceRule } from "@tollgate/contract/price-rules";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { AddMenu } from "./add-menu";
import type { PriceValues } from "./price-values";
import { conditionNames, RuleCondition } from "./rule-condition";
import { RuleExampleLine } from "./rule-example-line";
import { RuleValue } from "./rule-value";
import {
  addRuleValue,
  missingRuleValues,
  removeRuleValue,
  ruleValueKeys,
  useRuleValueLabel,
} from "./rule-values";

interface RuleCardProps {
  index: number;
  unit: PriceUnit;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** One rule: its conditions, the values that hold under them, and what an example call costs. */
export function RuleCard({ index, unit, onRemove, onUp, onDown }: RuleCardProps) {
  const { t } = useTranslation("pricing");
  const { control, setValue } = useFormContext<PriceValues>();
  const rule = useWatch({ control, name: `rules.${index}` }) as PriceRule | undefined;
  const type = useWatch({ control, name: "type" });
  const labelOf = useRuleValueLabel();
  const problem = useRuleProblem(index);
  if (!rule) return null;

  const change = (next: PriceRule) => setValue(`rules.${index}`, next as never, { shouldDirty: true });
  const { when } = rule;
  const named = conditionNames.filter((name) => when[name] !== undefined);
  const unnamed = conditionNames.filter((name) => when[name] === undefined);
  const number = index + 1;

  return (
    <Box
      component="li"
      aria-label={t("rules.rule", { number })}
      sx={{ border: 1, borderColor: problem ? "error.main" : "divider", borderRadius: 1.5, p: 2 }}
    >
      <Stack direction="row" sx={{ alignItems: "center", mb: 1.5, mr: -1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {t("rules.rule", { number })}
        </Typography>
        <IconButton size="small" aria-label={t("rules.up", { number })} disabled={!onUp} onClick={onUp}>
          <ArrowUpwardIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t("rules.down", { number })} disabled={!onDown} onClick={onDown}>
          <ArrowDownwardIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t("rules.remove", { number })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Stack sx={{ gap: 2 }}>
        <Part title={t("rules.when")}>
          {named.map((name) => (
            <RuleCondition
              key={name}
              index={index}
              name={name}
              onRemove={() => {
                const { [name]: _, ...rest } = when;
                change({ ...rule, when: rest });
              }}
            />
          ))}
          <AddMenu
            label={t("rules.add_condition")}
            options={unnamed.map((name) => ({ key: name, label: t(`rules.condition.${name}`) }))}
            onAdd={(name) =>
              change({ ...rule, when: { ...when, [name]: name === "prompt_above" ? Number.NaN : "" } })
            }
          />
        </Part>
        <Part title={t("rules.then")}>
          {ruleValueKeys(rule, type).map((key) => (
            <RuleValue
              key={key}
              index={index}
              valueKey={key}
              type={type}
              unit={unit}
              onRemove={() => change(removeRuleValue(rule, key))}
            />
          ))}
          <AddMenu
            label={t("rules.add_value")}
            options={missingRuleValues(rule, type).map((key) => ({ key, label: labelOf(key, type) }))}
            onAdd={(key) => change(addRuleValue(rule, key))}
          />
        </Part>
        {problem && <FormHelperText error>{problem}</FormHelperText>}
        <RuleExampleLine index={index} />
      </Stack>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack sx={{ gap: 1.5, alignItems: "stretch" }}>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

/** The problem of its conditions together, or of the rule as a whole. */
function useRuleProblem(index: number): string | undefined {
  const { errors } = useFormState<PriceValues>();
  const problem = errors.rules?.[index];
  const whole = problem?.root?.message ?? problem?.message;
  const when = problem?.when as { message?: unknown; root?: { message?: unknown } } | undefined;
  const ofConditions = when?.root?.message ?? when?.message;
  return typeof ofConditions === "string" ? ofConditions : whole;
}
