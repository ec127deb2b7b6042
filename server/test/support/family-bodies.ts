/** Bodies that a web client of the One API family sends: form state and fetched rows, with the user's changes. */
type Row = Record<string, unknown>;

/**
 * The form of a new channel: lists as text, the form's `groups` next to `group`, switches that channels here do not
 * have.
 */
export function newFamilyChannel(values: Row = {}): Row {
  return {
    is_edit: false,
    name: "Family",
    type: 1,
    key: "sk-family-0123456789abcdef",
    base_url: "",
    other: "",
    proxy: "",
    test_model: "gpt-4o",
    model_mapping: "{}",
    model_headers: "{}",
    custom_parameter: "",
    models: "gpt-4o,gpt-4o-mini",
    groups: ["default", "vip"],
    group: "default,vip",
    plugin: {},
    tag: "",
    only_chat: false,
    pre_cost: 1,
    compatible_response: false,
    allow_extra_body: false,
    disabled_stream: [],
    ...values,
  };
}

/** An edited channel: the fetched row, with the form's state and the changes. */
export function editedFamilyChannel(row: Row, values: Row): Row {
  const { group } = row as { group: string };
  return { ...row, is_edit: true, groups: group.split(","), plugin: null, ...values };
}

/** The form of a new token. */
export const newFamilyToken: Row = {
  is_edit: false,
  name: "Family token",
  remain_quota: 500,
  expired_time: 0,
  unlimited_quota: false,
  group: "",
  backup_group: "",
  setting: {
    heartbeat: { enabled: false, timeout_seconds: 30 },
    limits: {
      limit_model_setting: { enabled: false, models: [] },
      limits_ip_setting: { enabled: false, whitelist: [] },
    },
  },
};

export const newFamilyUser: Row = {
  is_edit: false,
  username: "family",
  display_name: "",
  password: "a long password",
  group: "default",
};

/** Links in the family's editor: rows with the editor's own ids. */
export const familyLinks = JSON.stringify(
  [
    { id: "x7f3k2q9a", name: "Chat", url: "https://chat.example/#{key}", show: true, sort: 2 },
    { name: "Other", url: "https://other.example/", show: true, sort: "1" },
  ],
  null,
  2,
);
