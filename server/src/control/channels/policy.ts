import { roles } from "@tollgate/contract/access";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FieldProblem } from "@tollgate/contract/envelope";
import { AppError } from "../../platform/app-error.ts";
import type { PublicHostCheck } from "../../platform/guarded-fetch/public-hosts.ts";
import type { Actor } from "../actor.ts";

interface ChannelAddress {
  type: number;
  base_url: string;
  proxy: string;
}

/**
 * Checks beyond the schema: the provider exists, it has an address and the key it needs, and the groups exist.
 * `hasKey`: the form sends a key or the channel stores one.
 * @throws AppError request.invalid naming every rejected field
 */
export function rejectUnknownReferences(
  form: { type: number; base_url: string; group: readonly string[] },
  known: { descriptor: ProviderDescriptor | undefined; groups: readonly string[]; hasKey: boolean },
): void {
  const fields: FieldProblem[] = [];
  if (!known.descriptor) {
    const params = { type: form.type };
    const { message } = new AppError("channel.unknown_type", { params });
    fields.push({ path: "type", code: "channel.unknown_type", message, params });
  } else if (!known.hasKey && !known.descriptor.keyOptional) {
    const params = { provider: known.descriptor.label };
    const { code, message } = new AppError("channel.key_required", { params });
    fields.push({ path: "key", code, message, params });
  }
  if (known.descriptor && form.base_url === "" && !known.descriptor.defaultBaseUrl) {
    fields.push(emptyField("base_url", "This provider has no default address. Enter one."));
  }
  for (const [index, symbol] of form.group.entries()) {
    if (known.groups.includes(symbol)) continue;
    fields.push({
      path: `group.${index}`,
      code: "group.not_found",
      message: `There is no user group ${symbol}.`,
      params: { symbol },
    });
  }
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

/**
 * A stored key is only sent where it was meant to go: an administrator other than the super administrator enters the
 * key again to send it to another provider or address, or else could read it there.
 */
export function rejectKeyAtNewAddress(actor: Actor, stored: ChannelAddress, wanted: ChannelAddress): void {
  if (actor.role >= roles.root) return;
  const same =
    stored.type === wanted.type && stored.base_url === wanted.base_url && stored.proxy === wanted.proxy;
  if (same) return;
  throw new AppError("request.invalid", {
    fields: [emptyField("key", "Enter the key again to send it to another provider, address or proxy.")],
  });
}

/**
 * Administrators may only enter public hosts: an upstream's response is shown to them, and only the super administrator
 * may open the internal network. An unchanged address stays.
 */
export async function rejectPrivateHosts(
  actor: Actor,
  stored: Omit<ChannelAddress, "type"> | undefined,
  wanted: Omit<ChannelAddress, "type">,
  isPublicHost: PublicHostCheck,
): Promise<void> {
  if (actor.role >= roles.root) return;
  const fields: FieldProblem[] = [];
  for (const path of ["base_url", "proxy"] as const) {
    const url = wanted[path];
    if (url === "" || url === stored?.[path] || (await isPublicHost(url))) continue;
    const { code, message } = new AppError("channel.address_not_public");
    fields.push({ path, code, message });
  }
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

interface StoredTrust extends Omit<ChannelAddress, "type"> {
  base_url_trusted: number;
  proxy_trusted: number;
}

/**
 * Who entered an address decides whether it is checked again at every connection: its name may resolve differently by
 * then. An address of a super administrator is not checked, an unchanged one keeps its state, and an empty one is the
 * provider's own.
 */
export function trustOf(
  actor: Actor,
  stored: StoredTrust | undefined,
  wanted: Omit<ChannelAddress, "type">,
): Pick<StoredTrust, "base_url_trusted" | "proxy_trusted"> {
  const byRoot = actor.role >= roles.root ? 1 : 0;
  const { base_url, proxy } = wanted;
  const entered = base_url === "" ? 1 : byRoot;
  return {
    base_url_trusted: stored?.base_url === base_url ? stored.base_url_trusted : entered,
    proxy_trusted: stored?.proxy === proxy ? stored.proxy_trusted : byRoot,
  };
}

/** The same problem as the schema's for an empty field, so that every reader has one sentence for it. */
export function emptyField(path: string, message: string): FieldProblem {
  return { path, code: "too_small", message, params: { minimum: 1, origin: "string" } };
}
