import { parseForm } from "../../../request/parse-form.ts";
import type { Provider, UpstreamRequest } from "../../../providers/provider.ts";
import { RelayError } from "../../../relay-error.ts";
import type { CallFormat, CallName, PathParams, RenderContext, RenderedAnswer } from "../../format.ts";

/** The upstream response of a test. */
export interface Answered {
  body: string | Buffer;
  contentType?: string;
}

/** Requests that went through, for assertions. */
export interface Relayed {
  /** For an official SDK. */
  fetch: typeof fetch;
  sent: UpstreamRequest[];
  dropped: string[];
}

interface Setting {
  format: CallFormat;
  provider: Provider;
  /** The upstream uses the same format: bytes pass through. */
  native?: boolean;
  path?: PathParams;
  upstream(request: UpstreamRequest): Answered;
}

/** Upstream name of every model in these tests. */
export const upstreamModel = "upstream-model";

export const channel = {
  baseUrl: "https://upstream.test",
  key: "test-key",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

export function renderContext(more: Partial<RenderContext> = {}): RenderContext {
  const context = { requestedModel: "requested-model", requestId: "req-1", now: 1_790_000_000 };
  return { ...context, wantsStreamUsage: false, request: {}, ...more };
}

/** Sends one call through format and provider like the pipeline, without the network. */
export function relayInProcess(setting: Setting): Relayed {
  const relayed: Relayed = { fetch: () => Promise.reject(new Error("unset")), sent: [], dropped: [] };
  relayed.fetch = async (input, init) => {
    const request = new Request(input as string | URL | Request, init);
    try {
      return await answer(setting, relayed, request);
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      const { message, param } = error;
      const type = "invalid_request_error";
      const publicError = { status: 400, type, code: error.kind, message, param, requestId: "req-1" };
      const { status, headers, body } = setting.format.renderError(publicError);
      return new Response(body, { status, headers });
    }
  };
  return relayed;
}

async function answer(setting: Setting, relayed: Relayed, request: Request): Promise<Response> {
  const { format, provider, path } = setting;
  const raw = Buffer.from(await request.arrayBuffer());
  const contentType = request.headers.get("content-type") ?? "";
  const body: unknown = format.form ? await parseForm(raw, contentType) : JSON.parse(raw.toString("utf8"));
  const head = format.readHead(body, path);
  if (setting.native) {
    const bytes = format.rewriteNative({ raw, body, head, model: upstreamModel, custom: {} });
    const call = { format: format.id, model: upstreamModel, stream: head.stream, body: bytes };
    const sent = provider.native!.buildRequest({ ...call, headers: { "content-type": contentType } }, channel);
    relayed.sent.push(sent);
    const answered = setting.upstream(sent);
    return respond(answered.body, answered.contentType);
  }
  const { call, unread } = format.parseRequest(body, upstreamModel, path);
  const adapter = provider[format.capability] as unknown as {
    buildRequest(call: unknown, view: typeof channel): UpstreamRequest;
    readResponse(answer: unknown, call: unknown): unknown;
  };
  const sent = adapter.buildRequest(call, channel);
  relayed.sent.push(sent);
  relayed.dropped = [...unread, ...(sent.dropped ?? [])];
  const answered = setting.upstream(sent);
  const headers = { "content-type": answered.contentType ?? "application/json" };
  const result = adapter.readResponse({ status: 200, headers, body: Buffer.from(answered.body) }, call);
  const render = format.renderResponse as (result: unknown, call: unknown, context: RenderContext) => RenderedAnswer;
  const rendered = render(result, call, renderContext({ requestedModel: head.model, request: body }));
  return respond(rendered.body, rendered.contentType);
}

function respond(body: string | Buffer, contentType = "application/json"): Response {
  return new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: { "content-type": contentType },
  });
}

/** The form that was sent upstream, parsed by the platform. */
export async function readSentForm(request: UpstreamRequest): Promise<FormData> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return await new Response(new Uint8Array(request.body as Buffer), { headers }).formData();
}

/** The format as one type; TypeScript cannot follow which one it is. */
export function asCall<C extends CallName>(format: CallFormat<C>): CallFormat {
  return format as unknown as CallFormat;
}
