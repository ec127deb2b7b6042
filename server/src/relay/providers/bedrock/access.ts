import { joinUrl } from "../kit/join-url.ts";
import { type AwsCredentials, signAwsV4 } from "../kit/sign-aws-v4.ts";
import type { ChannelView, UpstreamRequest } from "../provider.ts";

/** The region and credentials of a key. */
type Access = { region: string } & ({ token: string } | { credentials: AwsCredentials });

/** For a key without a region. */
const defaultRegion = "us-east-1";

/**
 * Parses a key: `region|accessKey|secret[|sessionToken]`, or `region|apiToken`. A single part is a token for the
 * default region.
 */
export function readKey(key: string): Access {
  const parts = key.split("|").map((part) => part.trim());
  const [first = "", second, third, fourth] = parts;
  if (second === undefined) return { region: defaultRegion, token: first };
  const region = first || defaultRegion;
  if (third === undefined) return { region, token: second };
  const credentials: AwsCredentials = { accessKeyId: second, secretAccessKey: third };
  if (fourth) credentials.sessionToken = fourth;
  return { region, credentials };
}

/** Base URL of the service that runs models. */
export function runtimeUrl(channel: ChannelView, path: string): string {
  return joinUrl(channel.baseUrl.replaceAll("{region}", readKey(channel.key).region), path);
}

/** Base URL of the rerank service: another host at Amazon, the same one for an operator's own address. */
export function agentRuntimeUrl(channel: ChannelView, path: string): string {
  return runtimeUrl(channel, path).replace("//bedrock-runtime.", "//bedrock-agent-runtime.");
}

/** Adds the authorisation: a bearer token, or a signature right before dispatch. Both services sign as `bedrock`. */
export function authorize(request: UpstreamRequest, channel: ChannelView): UpstreamRequest {
  const access = readKey(channel.key);
  if ("token" in access) request.headers.authorization = `Bearer ${access.token}`;
  else {
    const scope = { region: access.region, service: "bedrock" };
    const sign: UpstreamRequest["sign"] = (finished, now) =>
      signAwsV4(finished, access.credentials, scope, now);
    request.sign = sign;
  }
  return request;
}
