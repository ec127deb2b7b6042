import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import type { AddressRules } from "./address-rules.ts";
import { FetchRejected } from "./fetch-rejected.ts";
import { readLimited, tooLarge } from "./read-limited.ts";

export interface FetchLimits {
  /** Of the decoded body. */
  maxBytes: number;
  /** For the whole fetch: names, redirects, and the complete body. */
  timeoutMilliseconds: number;
  /** Accepted media types; `image/` matches all of them. Absent: every type. */
  types?: readonly string[];
}

export interface Fetched {
  /** The final address after redirects. */
  url: string;
  /** Lower case, without parameters; empty if the server sent none. */
  mediaType: string;
  bytes: Buffer;
}

/**
 * Fetches an address that a user entered.
 * @throws FetchRejected with a sentence that the user may see
 */
export type GuardedFetch = (url: string, limits: FetchLimits) => Promise<Fetched>;

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const schemes = ["http:", "https:"];
const ports = ["", "80", "443", "8080", "8443"];
const redirects = new Set([301, 302, 303, 307, 308]);
const redirectsMost = 3;

/**
 * Queries the name servers. The system's own look-up would block one of the process's four threads for as long as a
 * slow name server takes, and would read the machine's hosts file.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

/**
 * The only client for addresses that users can influence: images and files of prompts, webhooks. It reaches public and
 * exempt hosts: names are resolved once, every address is checked, and the connection goes to a checked address. Each
 * redirect is checked again. It sends no cookies and no credentials.
 */
export function createGuardedFetch(rules: AddressRules, resolve: Resolve = resolveByDns): GuardedFetch {
  return async (text, limits) => {
    const abort = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const seconds = Math.ceil(limits.timeoutMilliseconds / 1000);
      const error = new FetchRejected(`it took longer than ${seconds} s`);
      reject(error);
      abort.abort(error);
    }, limits.timeoutMilliseconds);
    try {
      // A look-up of a name cannot be cancelled, so its result is ignored.
      return await Promise.race([follow(text, { limits, rules, resolve, signal: abort.signal }), late]);
    } catch (error) {
      if (error instanceof FetchRejected) throw error;
      throw new FetchRejected("its server cannot be reached or closed the connection", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

interface FollowOptions {
  limits: FetchLimits;
  rules: AddressRules;
  resolve: Resolve;
  signal: AbortSignal;
}

async function follow(text: string, { limits, rules, resolve, signal }: FollowOptions): Promise<Fetched> {
  let url = readUrl(text);
  for (let turn = 0; turn <= redirectsMost; turn++) {
    const addresses = await checkedAddresses(url, rules, resolve);
    const found = await send(url, addresses, limits, signal);
    if (!("location" in found)) return found;
    url = readUrl(found.location, url);
  }
  throw new FetchRejected(`it redirected more than ${redirectsMost} times`);
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new FetchRejected("it is not a valid address");
  if (!schemes.includes(url.protocol)) throw new FetchRejected("only http and https addresses are fetched");
  if (url.username !== "" || url.password !== "") {
    throw new FetchRejected("it must not contain a user name or password");
  }
  return url;
}

/** One sentence for names that do not exist and for names of private hosts, so that neither can be probed. */
const notPublic = "its host is not public";

async function checkedAddresses(url: URL, rules: AddressRules, resolve: Resolve): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (found.length === 0 || !found.every((address) => rules.mayReach(address)))
    throw new FetchRejected(notPublic);
  if (!ports.includes(url.port) && !found.every((address) => rules.isExempt(address))) {
    throw new FetchRejected("its port is not one of 80, 443, 8080 and 8443");
  }
  return found;
}

async function send(
  url: URL,
  addresses: readonly string[],
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched | { location: string }> {
  // Loaded only when it is used: undici takes 10 MB.
  const { Client } = await import("undici");
  const client = new Client(url.origin, { allowH2: false, connect: { lookup: only(addresses) } });
  try {
    const answer = await client.request({
      method: "GET",
      path: `${url.pathname}${url.search}`,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Tollgate" },
      signal,
    });
    // The body may fail once more when the connection is closed, read or not.
    answer.body.on("error", () => {});
    return await readAnswer(url, answer, limits);
  } finally {
    void client.destroy().catch(() => {});
  }
}

async function readAnswer(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  limits: FetchLimits,
): Promise<Fetched | { location: string }> {
  const header = (name: string): string => {
    const value = headers[name];
    return (Array.isArray(value) ? value.join(", ") : value) ?? "";
  };
  if (redirects.has(statusCode) && header("location") !== "") return { location: header("location") };
  if (statusCode !== 200) throw new FetchRejected(`its server answers with status ${statusCode}`);
  const mediaType = (header("content-type").split(";")[0] ?? "").trim().toLowerCase();
  if (limits.types && !isListed(mediaType, limits.types)) {
    throw new FetchRejected(
      `its type ${mediaType === "" ? "is not named" : `${mediaType.slice(0, 60)} is not accepted`}`,
    );
  }
  if (Number(header("content-length")) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const bytes = await readLimited(body, header("content-encoding"), limits.maxBytes);
  return { url: url.href, mediaType, bytes };
}

function isListed(mediaType: string, types: readonly string[]): boolean {
  return types.some((type) => (type.endsWith("/") ? mediaType.startsWith(type) : mediaType === type));
}

/** Returns the checked addresses for every look-up: the name is not resolved a second time. */
function only(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family);
  };
}
