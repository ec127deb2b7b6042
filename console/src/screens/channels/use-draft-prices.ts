import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { notify } from "../../lib/notifications/notifications";
import {
  type DraftPrices,
  emptyDraft,
  isCompleteDraft,
  isEmptyDraft,
  priceOfDraft,
} from "../../widgets/unpriced-models/draft-prices";
import { useCreatePrices } from "../../widgets/unpriced-models/price-queries";
import type { ChannelValues } from "./channel-values";
import { useUnpriced } from "./use-unpriced";

const none: readonly string[] = [];

/** Where the form keeps the problem of half-filled prices. */
export const draftPricesPath = "root.prices";

/**
 * The channel's models that no price covers, matched like a call's price, and the prices typed for them. They are saved before the
 * channel, so that no caller is rejected in between.
 */
export function useDraftPrices(
  form: UseFormReturn<ChannelValues>,
  descriptor: ProviderDescriptor | undefined,
) {
  const { t } = useTranslation("unpriced-models");
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<DraftPrices>({});
  const [checked, setChecked] = useState(false);
  const create = useCreatePrices();
  const [served, mappingText] = useWatch({ control: form.control, name: ["models", "model_mapping"] });

  const models = useUnpriced(served, mappingText) ?? none;

  const typed = models.flatMap((model) => {
    const draft = drafts[model] ?? emptyDraft;
    return isEmptyDraft(draft) ? [] : [{ model, draft }];
  });

  return {
    section: { models, drafts, checked, onChange: setDrafts },
    dirty: typed.length > 0,
    saving: create.isPending,
    /** False while a row is half filled; the form then holds the problem. Throws what the server rejected. */
    async save(): Promise<boolean> {
      const rejected = typed.find(({ draft }) => !isCompleteDraft(draft));
      setChecked(rejected !== undefined);
      if (rejected) {
        form.setError(draftPricesPath, {
          type: "incomplete",
          message: t("incomplete", { model: rejected.model }),
        });
        return false;
      }
      if (typed.length === 0) return true;
      await create.mutateAsync(
        typed.map(({ model, draft }) => priceOfDraft(model, draft, descriptor?.type ?? 0)),
      );
      return true;
    },
    /** Shows that the channel was saved, and how many of its models have no price. `isNew`: the next panel shows that instead. */
    announce(done: string, isNew: boolean): void {
      const left = models.length - typed.length;
      if (left === 0 || isNew) return notify.success(done);
      notify.warning(t("left", { count: left }), {
        title: done,
        action: { label: t("set"), run: () => void navigate("/panel/pricing") },
      });
    },
  };
}
