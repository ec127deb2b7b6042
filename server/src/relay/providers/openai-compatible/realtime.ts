import type { ChannelView, RealtimeCapability } from "../provider.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";
import { readRealtimeEvent } from "./realtime-events.ts";

/** OpenAI's Realtime API; `query` follows the path, by default `model=…`. */
export function compatibleRealtime(
  options: CompatibleOptions = {},
  query: (model: string, channel: ChannelView) => string = (model) => `model=${encodeURIComponent(model)}`,
): RealtimeCapability {
  return {
    buildSocket(model, channel) {
      const url = endpointUrl(options, channel, "/realtime", model).replace(/^http/, "ws");
      const joined = `${url}${url.includes("?") ? "&" : "?"}${query(model, channel)}`;
      return { url: joined, headers: authorizeChannel(options, channel), protocols: ["realtime"] };
    },
    readEvent: readRealtimeEvent,
  };
}
