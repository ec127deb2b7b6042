import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { FormSection } from "../../design-system/form/form-section";
import { ListField } from "../../design-system/form/list-field";
import { FetchModelsButton } from "../../widgets/model-picker/fetch-models-button";
import { type MappedName, mergeMapping } from "../../widgets/model-picker/generate-mapping";
import { ModelsField } from "../../widgets/model-picker/models-field";
import { type ChannelValues, mappedModels } from "./channel-values";
import { fetchModels } from "./channels-queries";
import { TestModelField } from "./test-model-field";
import { useOwnModels } from "./use-own-models";

interface ModelsSectionProps {
  descriptor: ProviderDescriptor | undefined;
  groups: readonly string[];
  modelNames: readonly string[];
  /** Models that the provider no longer lists. */
  gone: readonly string[];
}

/** Who may use the channel, which models it serves, and which of them the speed test calls. */
export function ModelsSection({ descriptor, groups, modelNames, gone }: ModelsSectionProps) {
  const { t } = useTranslation(["channels", "model-picker"]);
  const { control, setValue, getValues } = useFormContext<ChannelValues>();
  const models = useWatch({ control, name: "models" });
  const ownModels = useOwnModels(descriptor);
  const defaults = ownModels ? [] : (descriptor?.defaultModels ?? []);
  const suggestions = [...new Set([...defaults, ...modelNames])];
  const setModels = (next: string[]) => setValue("models", next, { shouldDirty: true, shouldValidate: true });
  const applyPicked = (next: string[], pairs: readonly MappedName[]) => {
    setModels(next);
    if (pairs.length > 0)
      setValue("model_mapping", mergeMapping(getValues("model_mapping"), pairs), { shouldDirty: true });
  };
  return (
    <FormSection title={t("section.models")}>
      <ListField<ChannelValues>
        name="group"
        label={t("field.groups")}
        hint={t("field.groups_hint")}
        required
        onlySuggestions
        suggestions={groups}
      />
      <ModelsField<ChannelValues>
        name="models"
        label={t("field.models")}
        hint={t(ownModels ? "field.models_own_hint" : "field.models_hint")}
        required
        suggestions={suggestions}
      />
      {gone.length > 0 && (
        <Alert severity="warning" sx={{ overflowWrap: "anywhere" }}>
          {t("field.models_gone", { models: gone.join(", ") })}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        {descriptor?.canListModels && <FetchButton onApply={applyPicked} />}
        {defaults.length > 0 && (
          <Button
            size="small"
            variant="outlined"
            disabled={defaults.every((name) => models.includes(name))}
            onClick={() => setModels([...new Set([...models, ...defaults])])}
          >
            {t("model-picker:fill_default")}
          </Button>
        )}
        {models.length > 0 && (
          <>
            <CopyButton text={models.join(",")} caption={t("model-picker:copy")} variant="text" />
            <Button size="small" onClick={() => setModels([])}>
              {t("model-picker:clear")}
            </Button>
          </>
        )}
      </Stack>
      <TestModelField models={models} />
    </FormSection>
  );
}

/** All channel data must be filled in before fetching the model list. */
const neededToFetch = [
  "name",
  "type",
  "key",
  "base_url",
  "proxy",
  "other",
  "model_headers",
  "plugin",
] as const;

interface FetchButtonProps {
  onApply: (models: string[], mapping: readonly MappedName[]) => void;
}

function FetchButton({ onApply }: FetchButtonProps) {
  const { control, getValues, trigger } = useFormContext<ChannelValues>();
  const [current, mapping] = useWatch({ control, name: ["models", "model_mapping"] });
  const fetch = async () => {
    if (!(await trigger([...neededToFetch], { shouldFocus: true }))) return undefined;
    const { id, type, key, base_url, proxy, other, model_headers, plugin } = getValues();
    return fetchModels({ ...(id !== 0 && { id }), type, key, base_url, proxy, other, model_headers, plugin });
  };
  return (
    <FetchModelsButton
      current={current}
      mapped={mappedModels(mapping)}
      fetchModels={fetch}
      onApply={onApply}
    />
  );
}
