import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type DraftPrices,
  emptyDraft,
  isCompleteDraft,
  isEmptyDraft,
  priceOfDraft,
} from "../../widgets/unpriced-models/draft-prices";
import { useCreatePrices } from "../../widgets/unpriced-models/price-queries";
import { UnpricedModels } from "../../widgets/unpriced-models/unpriced-models";
import { SetupStep } from "./setup-step";
import { useUnpriced } from "./use-unpriced";

/** Models without a price, whose calls are rejected, each with inline price fields. */
export function SetupPrices({ channel }: { channel: Channel }) {
  const { t } = useTranslation("channels");
  const unpriced = useUnpriced(channel.models, channel.model_mapping);
  const [drafts, setDrafts] = useState<DraftPrices>({});
  const [checked, setChecked] = useState(false);
  const create = useCreatePrices();
  const typed = (unpriced ?? []).flatMap((model) => {
    const draft = drafts[model] ?? emptyDraft;
    return isEmptyDraft(draft) ? [] : [{ model, draft }];
  });
  const save = () => {
    const complete = typed.every(({ draft }) => isCompleteDraft(draft));
    setChecked(!complete);
    if (complete) create.mutate(typed.map(({ model, draft }) => priceOfDraft(model, draft, channel.type)));
  };
  return (
    <SetupStep number={3} title={t("setup.step_prices")} done={unpriced?.length === 0}>
      {unpriced?.length === 0 && <Typography variant="body2">{t("setup.priced")}</Typography>}
      {unpriced && unpriced.length > 0 && (
        <Stack sx={{ gap: 1.5, alignItems: "flex-start" }}>
          <UnpricedModels models={unpriced} drafts={drafts} checked={checked} onChange={setDrafts} />
          <Button
            size="small"
            variant="outlined"
            disabled={typed.length === 0}
            loading={create.isPending}
            onClick={save}
          >
            {t("setup.save_prices")}
          </Button>
        </Stack>
      )}
    </SetupStep>
  );
}
