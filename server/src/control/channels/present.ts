import type { ChannelProblem } from "@tollgate/contract/channel-problems";
import type { CapabilityReport } from "@tollgate/contract/channel-tests";
import type { Channel, ChannelAnswer } from "@tollgate/contract/channels";
import type { ChannelRow } from "../../storage/repositories/channel-repository.ts";
import { readModelCheck } from "../../storage/model-check-column.ts";
import { hideProxyPassword } from "./proxy-password.ts";

/**
 * A channel without its keys: their number and the end of the first one.
 * @param failedTest the last test, if it failed
 */
export function presentChannel(
  row: ChannelRow,
  failedTest?: { reason: string; problem: string },
): ChannelAnswer {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    status_reason: row.status_reason,
    status_problem: row.status_problem as ChannelProblem | "",
    key_count: row.key_count,
    key_hint: row.key_hint,
    base_url: row.base_url,
    group: (JSON.parse(row.groups) as string[]).join(","),
    models: (JSON.parse(row.models) as string[]).join(","),
    tag: row.tag,
    priority: row.priority,
    weight: row.weight,
    model_mapping: row.model_mapping,
    model_headers: row.model_headers,
    custom_parameter: row.custom_parameter,
    proxy: hideProxyPassword(row.proxy),
    test_model: row.test_model,
    other: row.other,
    only_chat: row.only_chat === 1,
    pre_cost: row.pre_cost,
    disabled_stream: JSON.parse(row.disabled_stream) as string[],
    unsupported_endpoints: JSON.parse(row.unsupported_endpoints) as string[],
    plugin: JSON.parse(row.plugin) as Channel["plugin"],
    connect_timeout: row.connect_timeout,
    first_byte_timeout: row.first_byte_timeout,
    idle_timeout: row.idle_timeout,
    total_timeout: row.total_timeout,
    created_time: row.created_time,
    test_time: row.test_time,
    response_time: row.response_time,
    ...(failedTest && {
      test_problem: failedTest.reason,
      test_problem_kind: failedTest.problem as ChannelProblem,
    }),
    capabilities: row.capabilities === "" ? null : (JSON.parse(row.capabilities) as CapabilityReport),
    model_check: readModelCheck(row),
    used_quota: row.used_quota,
    balance: row.balance,
    balance_updated_time: row.balance_updated_time,
  };
}
