import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notifications/notifications";
import { FetchModelsButton } from "../../widgets/model-picker/fetch-models-button";
import { type MappedName, mergeMapping } from "../../widgets/model-picker/generate-mapping";
import { mappedModels } from "./channel-values";
import { fetchModels, useSetModels } from "./channels-queries";

/** How many models the channel offers, and the provider's list to change that. */
export function SetupModels({ channel, canListModels }: { channel: Channel; canListModels: boolean }) {
  const { t } = useTranslation("channels");
  const save = useSetModels();
  const { id, type, base_url, proxy, other, model_headers, plugin, models } = channel;
  const apply = (next: string[], pairs: readonly MappedName[]) =>
    save.mutate(
      { id, models: next, model_mapping: mergeMapping(channel.model_mapping, pairs) },
      { onSuccess: () => notify.success(t("setup.models_saved", { count: next.length })) },
    );
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Typography variant="body2">{t("setup.models_count", { count: models.length })}</Typography>
      {canListModels && (
        <FetchModelsButton
          current={models}
          mapped={mappedModels(channel.model_mapping)}
          fetchModels={() => fetchModels({ id, type, base_url, proxy, other, model_headers, plugin })}
          onApply={apply}
        />
      )}
    </Stack>
  );
}
