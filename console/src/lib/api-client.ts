import { readEnvelope } from "@tollgate/contract/envelope";
import type {
  AnyEndpoint,
  EndpointBodyInput,
  EndpointData,
  EndpointParams,
  EndpointQuery,
} from "@tollgate/contract/endpoint";
import { ApiError } from "./api-error";
import { loadFailureTexts } from "./i18n/i18n";
import { languageTag } from "./i18n/languages";
import { localStore } from "./local-store";
import { serverReachable } from "./server-reachable";

/** Only what the endpoint declares can be passed; path parameters and a body are required where it declares them. */
export type CallInput<E extends AnyEndpoint> = {
  signal?: AbortSignal | undefined;
} & (EndpointParams<E> extends undefined ? { params?: undefined } : { params: EndpointParams<E> }) &
  (EndpointQuery<E> extends undefined ? { query?: undefined } : { query?: Partial<EndpointQuery<E>> }) &
  (EndpointBodyInput<E> extends undefined ? { body?: undefined } : { body: EndpointBodyInput<E> });

type CallArguments<E extends AnyEndpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Calls one endpoint of the console API and returns the envelope's data, checked against the contract.
 * Every failure, the network's included, is an `ApiError`; an aborted call throws the abort itself.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<EndpointData<E>> {
  const read = (data: unknown) => endpoint.data.safeParse(data) as Reading<EndpointData<E>>;
  return callAddress(endpoint, read, input as Request | undefined);
}

interface Request {
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
}

/** What checking an answer's data gave, as schemas return it. */
export type Reading<T> = { success: true; data: T } | { success: false; error: unknown };

/**
 * As `call`, where the data is checked by a function instead of the endpoint's schema: the first page fetches no schemas.
 */
export async function callAddress<T>(
  address: Pick<AnyEndpoint, "method" | "path">,
  read: (data: unknown) => Reading<T>,
  request: Request = {},
): Promise<T> {
  const { response, data } = await sendOnce(address.method, addressOf(address.path, request), request);
  const reading = read(data);
  if (reading.success) return reading.data;
  throw new ApiError({
    code: "client.bad_answer",
    status: response.status,
    message: `The answer of ${address.path} does not fit the contract.`,
    cause: reading.error,
  });
}

interface Opened {
  response: Response;
  data: unknown;
}

/** Changes that are under way, by method, address and body. */
const underWay = new Map<string, Promise<Opened>>();

/**
 * A change that is sent again while the same one is under way shares its response: the second press of a button comes
 * before the first has disabled it, and must not create, redeem or pay twice.
 */
async function sendOnce(method: AnyEndpoint["method"], address: string, request: Request): Promise<Opened> {
  if (method === "GET" || request.signal) return sendAndOpen(method, address, request);
  const key = `${method} ${address} ${JSON.stringify(request.body)}`;
  let sent = underWay.get(key);
  if (!sent) {
    sent = sendAndOpen(method, address, request).finally(() => underWay.delete(key));
    underWay.set(key, sent);
  }
  return sent;
}

async function sendAndOpen(
  method: AnyEndpoint["method"],
  address: string,
  request: Request,
): Promise<Opened> {
  const response = await send(method, address, request);
  return { response, data: await openEnvelope(response) };
}

async function send(method: AnyEndpoint["method"], address: string, request: Request): Promise<Response> {
  const hasBody = request.body !== undefined;
  try {
    const response = await fetch(address, {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        // The language chosen here, not the browser's: mails are written in it.
        "accept-language": languageTag(localStore.read("appLanguage") ?? navigator.language),
        ...(hasBody && { "content-type": "application/json" }),
      },
      ...(hasBody && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
    });
    if (!gatewayFaults.has(response.status)) serverReachable.set(true);
    return response;
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    serverReachable.set(false);
    throw new ApiError({
      code: "client.unreachable",
      status: 0,
      message: "Unable to connect to the server.",
      cause,
    });
  }
}

/** Statuses of a proxy whose server does not respond; the server itself would send an envelope. */
const gatewayFaults = new Set([502, 503, 504]);

async function openEnvelope(response: Response): Promise<unknown> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const envelope = readEnvelope(await response.json().catch(() => undefined));
  if (!envelope) {
    if (gatewayFaults.has(response.status)) serverReachable.set(false);
    throw new ApiError({
      code: response.ok
        ? "client.bad_answer"
        : gatewayFaults.has(response.status)
          ? "client.unreachable"
          : "server.internal",
      status: response.status,
      message: response.ok ? "The answer could not be read." : response.statusText,
      requestId,
    });
  }
  if (envelope.success) return envelope.data;
  // Only the sign-in page does not have them yet. Without them, the server's English sentence is shown.
  await loadFailureTexts().catch(() => {});
  throw new ApiError({
    code: envelope.code ?? "",
    status: response.status,
    message: envelope.message ?? "",
    params: envelope.params,
    fields: envelope.fields,
    requestId: envelope.request_id ?? requestId,
  });
}

/** `:name` and `*` of the path filled in, the query appended; empty and absent query values are left out. */
export function addressOf(path: string, input: { params?: object; query?: object } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/:(\w+)|\*/g, (_, name: string | undefined) =>
    encodeURIComponent(String(params[name ?? "*"])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === "") continue;
    query.set(key, String(value));
  }
  const search = query.toString();
  return search === "" ? filled : `${filled}?${search}`;
}
