import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { formatTokenCount } from "../../lib/format-number";
import { termText } from "../../widgets/price-terms/price-text";
import { describePrice } from "../../widgets/price-terms/price-terms";
import type { CallableModel } from "./callable-models";

interface ModelSelectProps {
  models: readonly CallableModel[];
  value: string;
  label: string;
  /** Ratio of the group that the playground calls in. */
  ratio: number;
  onChange: (model: string) => void;
}

/** One of the models that one may call, with its price and what it can do. */
export function ModelSelect({ models, value, label, ratio, onChange }: ModelSelectProps) {
  const known = models.find(({ model }) => model === value);
  return (
    <Autocomplete
      disableClearable
      size="small"
      options={known ? models : [...models, unknownModel(value)]}
      value={known ?? unknownModel(value)}
      groupBy={({ owned_by }) => owned_by}
      getOptionLabel={({ model }) => model}
      getOptionKey={({ model }) => model}
      getOptionDisabled={({ price }) => price === null}
      isOptionEqualToValue={(a, b) => a.model === b.model}
      filterOptions={(options, { inputValue }) => {
        const text = inputValue.trim().toLowerCase();
        return options.filter(({ model, facts }) =>
          `${model} ${facts?.name ?? ""}`.toLowerCase().includes(text),
        );
      }}
      onChange={(_event, next) => onChange(next.model)}
      slotProps={{ popper: { sx: { minWidth: { xs: 280, sm: 380 } }, placement: "bottom-start" } }}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props}>
          <ModelOption model={option} ratio={ratio} />
        </Box>
      )}
      renderInput={(params) => <TextField {...params} label={label} />}
      sx={{ width: "100%" }}
    />
  );
}

function ModelOption({ model, ratio }: { model: CallableModel; ratio: number }) {
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {model.model}
      </Typography>
      <ModelFacts model={model} ratio={ratio} />
    </Box>
  );
}

/** Price, context and abilities in one quiet line. */
export function ModelFacts({ model, ratio }: { model: CallableModel; ratio: number }) {
  const { t } = useTranslation("playground");
  const { t: tTerms } = useTranslation("price-terms");
  const { price, facts, owner } = model;
  const terms = price
    ? describePrice(price, { groupRatio: ratio, marksCache: owner.marks_cache ?? false }).terms.slice(0, 2)
    : [];
  const perMillion = terms.some(({ unit }) => unit === "million");
  const parts = [
    ...terms.map((term) => termText(tTerms, term)),
    ...(perMillion ? [t("model.perMillion")] : []),
    ...(facts && facts.context_length > 0
      ? [t("model.context", { tokens: formatTokenCount(facts.context_length) })]
      : []),
    ...abilitiesOf(model).map((ability) => t(`model.${ability}`)),
  ];
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 1 }}>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {parts.join(" · ")}
      </Typography>
    </Stack>
  );
}

type Ability = "images" | "audio" | "tools" | "reasoning";

function abilitiesOf({ facts }: CallableModel): Ability[] {
  const inputs = facts?.input_modalities ?? [];
  const capabilities = facts?.capabilities ?? [];
  return [
    ...(inputs.includes("image") ? (["images"] as const) : []),
    ...(inputs.includes("audio") ? (["audio"] as const) : []),
    ...(capabilities.includes("tools") ? (["tools"] as const) : []),
    ...(capabilities.includes("reasoning") ? (["reasoning"] as const) : []),
  ];
}

/** A model of an old conversation that can no longer be called. */
function unknownModel(model: string): CallableModel {
  return { model, groups: [], owned_by: "—", owner: { type: 0, text: "", color: "" }, price: null };
}
