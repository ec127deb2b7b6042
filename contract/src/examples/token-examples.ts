/** API tokens. */
const heartbeat = { enabled: true, timeout_seconds: 30 };
const modelLimit = { enabled: true, models: ["gpt-4o", "gpt-4o-mini"] };
const addressLimit = { enabled: true, whitelist: ["203.0.113.0/24"] };
const tokenLimits = { limit_model_setting: modelLimit, limits_ip_setting: addressLimit };
const setting = { heartbeat, limits: tokenLimits };

const token = {
  id: 12,
  user_id: 7,
  name: "Support bot",
  key: "sk-…h7Qd",
  status: 1,
  created_time: 1_769_817_600,
  accessed_time: 1_769_904_000,
  expired_time: -1,
  remain_quota: 1_000_000,
  unlimited_quota: false,
  used_quota: 25_000,
  group: "",
  backup_group: "",
  chat_cache: false,
  requests_per_minute: 60,
  tokens_per_minute: 0,
  concurrency: 0,
  budget_period: "week",
  budget_quota: 500_000,
  budget_used: 25_000,
  budget_resets_at: 1_770_249_600,
  old_key_expires: 0,
  setting,
};

export const tokenExamples = {
  Token: token,
  OwnedToken: { ...token, owner_name: "ada" },
  TokenSetting: setting,
  TokenLimits: tokenLimits,
  TokenHeartbeat: heartbeat,
  TokenModelLimit: modelLimit,
  TokenAddressLimit: addressLimit,
  TokenForm: {
    name: "Support bot",
    remain_quota: 1_000_000,
    requests_per_minute: 60,
    budget_period: "week",
    budget_quota: 500_000,
  },
  TokenChangeForm: { id: 12, name: "Support bot 2", remain_quota: 2_000_000 },
  TokenPatchForm: { status: 2 },
  TokenStatusForm: { id: 12, status: 2 },
  TokenBatchForm: { ids: [12, 13], action: "disable" },
  ChangedCount: { changed: 2 },
  TokenRotateForm: { grace_minutes: 60 },
  TokenSpending: { days: [1_769_817_600, 1_769_904_000], tokens: [{ id: 12, quota: [5_000, 20_000] }] },
  TokenKey: { key: "sk-3f9aVbQ2mK8yTn5rWc1xLh7Qd" },
  TokenUsage: {
    object: "token_usage",
    name: "Support bot",
    total_granted: 1_025_000,
    total_used: 25_000,
    total_available: 1_000_000,
    unlimited_quota: false,
    model_limits: { "gpt-4o": true },
    model_limits_enabled: true,
    expires_at: 0,
  },
} as const;
