import { siteDefaults } from "../site-defaults.ts";

/** Settings, mails and the public facts of the site. */
const setting = {
  key: "RetryTimes",
  value: "2",
  section: "retries",
  root: false,
  secret: false,
  is_set: true,
};

export const siteExamples = {
  Announcement: {
    id: 3,
    hash: "q8wTn3Zk1rYbV0sD",
    text: "Maintenance on Sunday, 02:00 to 03:00 UTC.",
    published_time: 1_769_904_000,
    current: true,
  },
  Setting: setting,
  SettingForm: { key: "RetryTimes", value: "2" },
  SettingsForm: { values: { RetryTimes: 2 }, seen: { RetryTimes: "3" } },
  SavedSettings: { changed: ["RetryTimes"], settings: [setting] },
  ServiceFault: "unreachable",
  ServiceTest: { fault: null, status: 0, facts: { issuer: "https://id.example.com" } },
  ServiceTestForm: { values: { GitHubClientId: "Iv1.8a61f9b3a7aba766" } },
  Mail: {
    id: 31,
    created_time: 1_769_904_000,
    kind: "verification",
    recipient: "ada@example.org",
    language: "en_US",
    status: "sent",
    attempts: 1,
    next_time: 0,
    sent_time: 1_769_904_002,
    last_error: "",
  },
  TestMailForm: { to: "ada@example.org" },
  TestMailResult: { to: "ada@example.org", response: "250 2.0.0 Ok: queued" },
  SiteInfo: {
    ...siteDefaults,
    version: "v0.1.0",
    start_time: 1_769_817_600,
    system_name: "Example AI",
    server_address: "https://ai.example.com",
    email_verification: true,
    github_oauth: true,
    github_client_id: "Iv1.8a61f9b3a7aba766",
    passkey_login: true,
    register_enabled: true,
    password_reset: true,
    support_contact: "mailto:support@example.com",
  },
} as const;
