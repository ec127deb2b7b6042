import type { fetchChannelModels } from "@tollgate/contract/channels";
import type { EndpointBody } from "@tollgate/contract/endpoint";
import { AppError } from "../../platform/app-error.ts";
import type { ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import { readStringMap, splitKeys } from "./channel-values.ts";
import { cleanReason, quotableSecrets } from "../../platform/clean-message.ts";

export type FetchModelsForm = EndpointBody<typeof fetchChannelModels>;

/**
 * Model names of the upstream's list, sorted, each once. `storedKeys` are used for a form without a key.
 * @throws AppError channel.cannot_list_models, channel.models_unavailable
 */
export async function fetchModels(
  probe: ChannelProbe,
  form: FetchModelsForm,
  storedKeys: readonly string[],
  trust: { base_url_trusted: number; proxy_trusted: number },
): Promise<string[]> {
  const keys = form.key === "" ? storedKeys : splitKeys(form.key);
  const target = {
    id: form.id ?? 0,
    type: form.type,
    keys,
    baseUrl: form.base_url,
    baseUrlTrusted: trust.base_url_trusted === 1,
    headers: readStringMap(form.model_headers),
    customParameters: {},
    mapping: {},
    proxy: form.proxy,
    proxyTrusted: trust.proxy_trusted === 1,
    other: form.other,
    plugin: form.plugin,
  };
  const answer = await probe.listModels(target);
  if (answer === undefined) throw new AppError("channel.cannot_list_models");
  if (!Array.isArray(answer)) {
    const reason = cleanReason(answer.message, quotableSecrets(target)) || answer.kind;
    throw new AppError("channel.models_unavailable", { params: { reason } });
  }
  return [...new Set(answer)].sort();
}
