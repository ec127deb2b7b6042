import { type ChannelChangeForm, type ChannelForm, channelStatus } from "@tollgate/contract/channels";
import type { ProbeTarget } from "../../relay/upstream/probe-target.ts";
import type { ChannelRow, NewChannel } from "../../storage/repositories/channel-repository.ts";
import type { NamedKey } from "./history.ts";

/** Every editable field of a channel, except key and status. */
export type ChannelFields = Omit<ChannelForm, "key" | "status">;

/** Columns that a form sets, without key and status. */
export function columnsOf(form: ChannelFields) {
  return {
    name: form.name,
    type: form.type,
    base_url: form.base_url,
    groups: JSON.stringify([...new Set(form.group)]),
    models: JSON.stringify([...new Set(form.models)]),
    tag: form.tag,
    priority: form.priority,
    weight: form.weight,
    model_mapping: form.model_mapping,
    model_headers: form.model_headers,
    custom_parameter: form.custom_parameter,
    proxy: form.proxy,
    test_model: form.test_model,
    other: form.other,
    only_chat: form.only_chat ? 1 : 0,
    pre_cost: form.pre_cost,
    disabled_stream: JSON.stringify(form.disabled_stream),
    plugin: JSON.stringify(form.plugin),
    connect_timeout: form.connect_timeout,
    first_byte_timeout: form.first_byte_timeout,
    idle_timeout: form.idle_timeout,
    total_timeout: form.total_timeout,
  };
}

/** A stored channel's fields, with the changes of a form. */
export function changedFields(row: ChannelRow, change: Partial<ChannelChangeForm>): ChannelFields {
  const stored: ChannelFields = {
    name: row.name,
    type: row.type,
    base_url: row.base_url,
    group: JSON.parse(row.groups) as string[],
    models: JSON.parse(row.models) as string[],
    tag: row.tag,
    priority: row.priority,
    weight: row.weight,
    model_mapping: row.model_mapping,
    model_headers: row.model_headers,
    custom_parameter: row.custom_parameter,
    proxy: row.proxy,
    test_model: row.test_model,
    other: row.other,
    only_chat: row.only_chat === 1,
    pre_cost: row.pre_cost,
    disabled_stream: JSON.parse(row.disabled_stream) as string[],
    plugin: JSON.parse(row.plugin) as ChannelForm["plugin"],
    connect_timeout: row.connect_timeout,
    first_byte_timeout: row.first_byte_timeout,
    idle_timeout: row.idle_timeout,
    total_timeout: row.total_timeout,
  };
  const sent = Object.entries(change).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(stored, name),
  );
  return { ...stored, ...Object.fromEntries(sent) };
}

/** A new channel before its keys are sealed: that needs its id. */
export function newChannelOf(form: ChannelForm, now: number): NewChannel {
  return {
    ...columnsOf(form),
    key_encrypted: "",
    key_count: 0,
    key_hint: "",
    status: form.status ?? channelStatus.enabled,
    status_reason: "",
    created_time: now,
    test_time: 0,
    response_time: 0,
    used_quota: 0,
    balance: 0,
    balance_updated_time: 0,
    deleted_time: 0,
  };
}

/** Keys of a key field: one per line, or one JSON document over several lines, which is stored on one. */
export function splitKeys(text: string): string[] {
  if (text.trimStart().startsWith("{")) {
    try {
      return [JSON.stringify(JSON.parse(text))];
    } catch {
      // Several documents, one per line.
    }
  }
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The last characters of a key, to recognize it; empty for a short one. */
export function keyHint(keys: readonly string[]): string {
  const first = keys[0] ?? "";
  return first.length >= 16 && !first.startsWith("{") ? first.slice(-4) : "";
}

/** Which of several keys is meant, without revealing it; undefined where there is only one. */
export function keyNameOf(keys: readonly string[], index: number): NamedKey | undefined {
  return keys.length > 1 ? { index, hint: keyHint(keys.slice(index, index + 1)) } : undefined;
}

export function probeTargetOf(row: ChannelRow, keys: readonly string[]): ProbeTarget {
  return {
    id: row.id,
    type: row.type,
    keys,
    baseUrl: row.base_url,
    headers: readStringMap(row.model_headers),
    customParameters: readObject(row.custom_parameter),
    mapping: readStringMap(row.model_mapping),
    baseUrlTrusted: row.base_url_trusted === 1,
    proxy: row.proxy,
    proxyTrusted: row.proxy_trusted === 1,
    other: row.other,
    plugin: readObject(row.plugin) as Record<string, Record<string, unknown>>,
    unsupportedEndpoints: new Set(JSON.parse(row.unsupported_endpoints) as string[]),
  };
}

/** JSON text of an object of texts; empty text is an empty map. */
export function readStringMap(text: string): Record<string, string> {
  return readObject(text) as Record<string, string>;
}

function readObject(text: string): Record<string, unknown> {
  return text.trim() === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
