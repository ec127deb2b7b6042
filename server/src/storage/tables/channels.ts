import type { Generated } from "kysely";

/**
 * Accounts at upstreams. Lists and maps are JSON text. Columns that may contain a credential are sealed
 * (`sealChannelTexts`).
 */
export interface ChannelsTable {
  id: Generated<number>;
  name: string;
  type: number;
  status: number;
  status_reason: string;
  /** AES-256-GCM over the lines of keys. */
  key_encrypted: string;
  key_count: number;
  key_hint: string;
  base_url: string;
  groups: string;
  models: string;
  tag: string;
  priority: number;
  weight: number;
  model_mapping: string;
  model_headers: string;
  custom_parameter: string;
  proxy: string;
  test_model: string;
  other: string;
  only_chat: number;
  pre_cost: number;
  disabled_stream: string;
  plugin: string;
  /** Seconds, with fractions; 0: the option's value. The other three likewise. */
  connect_timeout: number;
  first_byte_timeout: number;
  idle_timeout: number;
  total_timeout: number;
  created_time: number;
  test_time: number;
  response_time: number;
  used_quota: number;
  balance: number;
  balance_updated_time: number;
  deleted_time: number;
  /** 1: a super administrator entered the address, so it may be private. */
  base_url_trusted: Generated<number>;
  /** The same of the proxy. */
  proxy_trusted: Generated<number>;
  /** JSON list of formats. */
  unsupported_endpoints: Generated<string>;
  /** The kind of `status_reason`. */
  status_problem: Generated<string>;
  /** JSON `CapabilityReport`; empty: none. */
  capabilities: Generated<string>;
  /** JSON `ModelCheck`; empty: never checked. */
  model_check: Generated<string>;
}
