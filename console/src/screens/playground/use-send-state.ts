import { useTranslation } from "react-i18next";
import { type CallableModel, rejectedInputs } from "./callable-models";
import type { Conversation, Prompt } from "./conversation";
import { readSettings } from "./settings";

/** Why a prompt cannot be sent, and what the models may not support; each a sentence or undefined. */
export function useSendState(
  { lanes, settings }: Conversation,
  models: readonly CallableModel[],
  prompt: Prompt,
): { blocked: string | undefined; warning: string | undefined } {
  const { t } = useTranslation("playground");
  const gone = lanes.find((lane) => models.every(({ model }) => model !== lane.model));
  const faulty = Object.keys(readSettings(settings).problems).length > 0;
  const inputs = prompt.attachments
    .map(({ kind }) => kind)
    .filter((kind) => kind === "image" || kind === "audio");
  const deaf = models.find(
    (model) => lanes.some((lane) => lane.model === model.model) && rejectedInputs(model, inputs).length > 0,
  );
  return {
    blocked: gone ? t("composer.gone", { model: gone.model }) : faulty ? t("composer.faulty") : undefined,
    warning: deaf && t("composer.deaf", { model: deaf.model }),
  };
}
