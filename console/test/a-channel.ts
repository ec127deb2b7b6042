import type { Channel, ChannelTestResult } from "@tollgate/contract/channels";
import { newChannelValues, savedValues } from "../src/screens/channels/channel-values";
import { aMoment } from "./builders";

/** A channel as the server answers it: enabled, tested, one model. */
export function aChannel(part: Partial<Channel> = {}): Channel {
  const { key: _key, ...fields } = savedValues(newChannelValues);
  return {
    ...fields,
    id: 5,
    name: "Main",
    type: 1,
    status: 1,
    status_reason: "",
    status_problem: "",
    key_count: 1,
    key_hint: "wxyz",
    models: ["gpt-5"],
    test_model: "gpt-5",
    created_time: aMoment,
    test_time: aMoment,
    response_time: 820,
    used_quota: 1_000_000,
    balance: 0,
    balance_updated_time: 0,
    unsupported_endpoints: [],
    capabilities: null,
    model_check: { checked_time: 0, new_models: [], gone_models: [] },
    ...part,
  };
}

/** The result of a channel test as the server answers it: passed. */
export const aTestResult = (part: Partial<ChannelTestResult> = {}): ChannelTestResult => ({
  success: true,
  skipped: false,
  model: "gpt-5",
  time: 90,
  problem: "",
  status: 0,
  reason: "",
  asked: "",
  answered: "",
  answer: "Hi there!",
  ...part,
});
