import { type ToolNameRule, usualToolNames } from "../../canonical/tool-name-rule.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readMessage } from "./from-wire.ts";
import { anthropicHeaders, describeRequest } from "./headers.ts";
import type { MessagesOptions, MessagesRequest } from "./options.ts";
import { createMessageStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from Messages, with a vendor's differences. */
export function compatibleMessages(options: MessagesOptions = {}): ChatCapability {
  return {
    sentAs: () => "anthropic-messages",
    buildRequest(call, channel) {
      const about = { model: call.model, stream: call.stream, format: "anthropic-messages" } as const;
      const plain = describeRequest(about, channel, {});
      const { body, dropped, betas } = chatToWire(call, options, plain.version);
      const request = { ...plain, betas: [...new Set([...plain.betas, ...betas])] };
      const fields: JsonObject = { ...body };
      addCustomParameters(fields, channel, call.model);
      for (const field of options.unsupportedFields ?? [])
        if (removeField(fields, field)) dropped.push(field);
      options.adjustBody?.(fields, request, channel);
      return nameDropped(
        buildMessagesRequest(options, request, channel, { body: JSON.stringify(fields) }),
        dropped,
      );
    },
    readResponse: readMessage,
    streamReader: createMessageStreamReader,
    toolNames: () => toolNames,
  };
}

const toolNames: ToolNameRule = { ...usualToolNames, longest: 128 };

interface FinishedBody {
  body: string | Buffer;
  /** The caller's forwarded headers, on the native path. */
  headers?: Readonly<Record<string, string>>;
}

/** Adds URL and headers to a final body. */
export function buildMessagesRequest(
  options: MessagesOptions,
  request: MessagesRequest,
  channel: ChannelView,
  { body, headers: given = {} }: FinishedBody,
): UpstreamRequest {
  const { "anthropic-version": _version, "anthropic-beta": _beta, ...others } = given;
  return {
    method: "POST",
    url: options.url?.(request, channel) ?? joinUrl(channel.baseUrl, defaultPath(request)),
    headers: {
      ...others,
      "content-type": "application/json",
      accept: request.stream ? "text/event-stream" : "application/json",
      ...(options.headers ?? anthropicHeaders)(request, channel),
    },
    body,
  };
}

function defaultPath({ format }: MessagesRequest): string {
  return format === "anthropic-count-tokens" ? "/v1/messages/count_tokens" : "/v1/messages";
}

function removeField(body: JsonObject, field: string): boolean {
  const found = body[field] !== undefined;
  delete body[field];
  return found;
}
