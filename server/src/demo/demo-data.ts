import type { ChannelForm } from "@tollgate/contract/channels";
import type { TokenForm } from "@tollgate/contract/tokens";

export interface DemoPerson {
  username: string;
  displayName: string;
  admin: boolean;
  group: string;
  /** US dollars at the opening. */
  dollars: number;
  /** Share of the traffic. */
  share: number;
  tokens: Partial<TokenForm>[];
}

export const demoPeople: DemoPerson[] = [
  {
    username: "demo",
    displayName: "Demo Admin",
    admin: true,
    group: "default",
    dollars: 500,
    share: 5,
    tokens: [
      { name: "Production backend", unlimited_quota: true },
      { name: "Staging", remain_quota: 25_000_000 },
      { name: "Notebook experiments", remain_quota: 2_500_000 },
    ],
  },
  {
    username: "alice",
    displayName: "Alice Chen",
    admin: false,
    group: "vip",
    dollars: 120,
    share: 3,
    tokens: [{ name: "IDE assistant", unlimited_quota: true }],
  },
  {
    username: "bob",
    displayName: "Bob Martin",
    admin: false,
    group: "default",
    dollars: 40,
    share: 2,
    tokens: [{ name: "Support bot", unlimited_quota: true }],
  },
];

export const demoModels = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4-5", "deepseek-chat", "sandbox-small"];

const sandbox = { type: 1000, key: "demo", groups: ["default", "vip", "svip"] };

export const demoChannels: Partial<ChannelForm>[] = [
  {
    ...sandbox,
    name: "Sandbox, primary",
    models: [...demoModels, "sandbox-large", "sandbox-thinker"],
    priority: 10,
    weight: 3,
    test_model: "sandbox-small",
    tag: "sandbox",
  },
  {
    ...sandbox,
    name: "Sandbox, second region",
    models: demoModels,
    priority: 10,
    weight: 1,
    test_model: "sandbox-small",
    tag: "sandbox",
  },
  {
    ...sandbox,
    name: "Sandbox, fallback",
    models: ["gpt-4o*", "claude-*", "deepseek-*"],
    priority: 0,
    weight: 1,
    test_model: "gpt-4o-mini",
    tag: "fallback",
  },
];
