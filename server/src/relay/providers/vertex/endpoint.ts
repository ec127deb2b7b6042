import { createHash } from "node:crypto";
import type { GeminiOptions } from "../gemini-compatible/options.ts";
import { CannotServe, type ChannelView } from "../provider.ts";
import { descriptor } from "./descriptor.ts";
import { isKeyFile, projectOf } from "./service-account.ts";

/** Location of a channel's models. */
export interface Place {
  region: string;
  project: string;
}

/**
 * `region|project` of the channel; the project defaults to the key's, the region to `global`. A region becomes part of
 * the host that receives the account's token, so it must be a plain word: an editor of the channel may not know its
 * key.
 * @throws CannotServe if no project is set, and for an invalid region
 */
export function placeOf(channel: ChannelView): Place {
  const [regions = "", named = ""] = channel.other.split("|").map((part) => part.trim());
  const project = named || projectOf(channel.key);
  if (!project) throw new CannotServe("The Vertex AI channel has no project.");
  const list = regions.split(",").map((region) => region.trim());
  const region = pickRegion(list, channel.key) || "global";
  if (!/^[a-z0-9-]+$/.test(region)) throw new CannotServe("The Vertex AI channel has an invalid region.");
  return { region, project };
}

/** One key always uses the same region, so that its prompt cache is hit. */
function pickRegion(regions: readonly string[], key: string): string | undefined {
  if (regions.length < 2) return regions[0];
  const number = createHash("sha256").update(key).digest().readUInt32BE(0);
  return regions[number % regions.length];
}

/**
 * URL of a model. The default base gets the region's host; another base is used unchanged, and `%s` in it follows One
 * API's pattern: region prefix, project, region, model, action.
 */
export function addressOf(
  channel: ChannelView,
  publisher: "google" | "anthropic",
  model: string,
  action: string,
): string {
  const { region, project } = placeOf(channel);
  const base = channel.baseUrl.replace(/\/+$/, "");
  const name = encodeURIComponent(model).replaceAll("%40", "@");
  if (base.includes("%s")) {
    const parts = [region === "global" ? "" : `${region}-`, project, region, name, action];
    const filled = base.replace(/%s/g, () => parts.shift() ?? "");
    return filled.replace("/publishers/google/", `/publishers/${publisher}/`);
  }
  const host = base === descriptor.defaultBaseUrl ? hostOf(region) : base;
  const root = /\/v1[a-z0-9]*$/.test(host) ? host : `${host}/v1`;
  return `${root}/projects/${project}/locations/${region}/publishers/${publisher}/models/${name}:${action}`;
}

/** Regions and multi-regions have their own host, `global` has the plain one. */
function hostOf(region: string): string {
  if (region === "global") return "https://aiplatform.googleapis.com";
  if (region === "us" || region === "eu") return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}

/** Token of the service account, or a key that is itself a token. @throws CannotServe for an unreadable key file */
export function authorize(channel: ChannelView): Record<string, string> {
  if (channel.token === undefined && isKeyFile(channel.key))
    throw new CannotServe("The Vertex AI channel's service account key is invalid.");
  return { authorization: `Bearer ${channel.token ?? channel.key}` };
}

/** Gemini and Imagen on Vertex AI. */
export const vertexOptions: GeminiOptions = {
  url: (request, channel) => addressOf(channel, "google", request.model, request.action),
  headers: authorize,
  reportsServerTools: false,
  unsupportedFields: ["serviceTier"],
};
