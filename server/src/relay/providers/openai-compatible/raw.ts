import type { RawCapability } from "../provider.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Files, batches, assistants and stored responses, at OpenAI's paths. */
export function compatibleRaw(options: CompatibleOptions = {}): RawCapability {
  return {
    buildRequest({ method, path, query, body, headers }, channel) {
      if (!path.startsWith("/v1/")) return undefined;
      const url = endpointUrl(options, channel, path.slice("/v1".length), "");
      const joined = query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
      return {
        method,
        url: joined,
        headers: { ...headers, ...authorizeChannel(options, channel) },
        ...(body.length > 0 ? { body } : {}),
      };
    },
  };
}
