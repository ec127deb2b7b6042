import type { ChannelForm } from "@tollgate/contract/channels";
import type { TokenForm } from "@tollgate/contract/tokens";

export interface DemoPerson {
  username: string;
  displayName: string;
  admin: boolean;
  group: keyof typeof demoRatios;
  /** US dollars at the opening. */
  dollars: number;
  /** Share of the traffic. */
  share: number;
  tokens: DemoToken[];
  /** Was disabled so many days ago, and has made no calls since. */
  disabledDays?: number;
  /** Joined so many days ago, later than the others, and has not called before. */
  joinedDays?: number;
  /** Was invited. */
  invited?: boolean;
}

/** A token as it is created, and its later changes. */
export interface DemoToken extends Partial<TokenForm> {
  state?: "disabled" | "expired";
}

/** The last response cost more than the balance. */
export const overdrawn = "frank";

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
      { name: "Old laptop", unlimited_quota: true, state: "disabled" },
      { name: "Hackathon, summer", remain_quota: 5_000_000, state: "expired" },
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
  {
    username: "carol",
    displayName: "Carol Díaz",
    admin: false,
    group: "svip",
    dollars: 60,
    share: 2,
    tokens: [{ name: "Nightly batch", unlimited_quota: true }],
  },
  {
    username: "dave",
    displayName: "Dave Okafor",
    admin: false,
    group: "default",
    dollars: 25,
    share: 1,
    tokens: [{ name: "Prototype", unlimited_quota: true }],
    disabledDays: 12,
  },
  {
    username: overdrawn,
    displayName: "Frank Weber",
    admin: false,
    group: "default",
    dollars: 0.02,
    share: 0,
    tokens: [{ name: "Long documents", unlimited_quota: true }],
  },
  {
    username: "grace",
    displayName: "Grace Lin",
    admin: false,
    group: "default",
    dollars: 0,
    share: 0,
    tokens: [],
    joinedDays: 24,
  },
  {
    username: "heidi",
    displayName: "Heidi Sato",
    admin: false,
    group: "default",
    dollars: 15,
    share: 1.5,
    tokens: [{ name: "Translation app", unlimited_quota: true }],
    joinedDays: 6,
    invited: true,
  },
  {
    username: "ivan",
    displayName: "Ivan Petrov",
    admin: false,
    group: "default",
    dollars: 10,
    share: 1,
    tokens: [{ name: "Research notes", unlimited_quota: true }],
    joinedDays: 4,
  },
  {
    username: "judy",
    displayName: "Judy Müller",
    admin: false,
    group: "default",
    dollars: 5,
    share: 0,
    tokens: [],
    joinedDays: 3,
    invited: true,
  },
];

/** Ratios of the groups: a customer who pays more in advance pays less for a call. */
export const demoRatios = { default: 1, vip: 0.8, svip: 0.6 } as const;

/** The super administrator makes calls, too; its token was deleted since. */
export const rootToken = { name: "Trial run", share: 1.5 };

export const demoModels = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4-5", "deepseek-chat", "sandbox-small"];

const sandbox = { type: 1000, key: "demo", groups: ["default", "vip", "svip"] };

/** A channel as it is created, and its later changes. */
export interface DemoChannel extends Partial<ChannelForm> {
  state?: "disabled" | "disabled-automatically";
}

export const demoChannels: DemoChannel[] = [
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
  {
    ...sandbox,
    name: "Sandbox, retired region",
    models: demoModels,
    test_model: "sandbox-small",
    tag: "sandbox",
    state: "disabled",
  },
  {
    type: 1,
    key: "sk-demo-revoked",
    group: ["vip", "svip"],
    name: "Provider account, key revoked",
    models: ["gpt-4o"],
    test_model: "gpt-4o",
    priority: 20,
    state: "disabled-automatically",
  },
];

/** A top-up: who ordered it how many days ago, and how it ended. */
export interface DemoOrder {
  username: string;
  /** Whole dollars. */
  dollars: number;
  days: number;
  end: "paid" | "refunded" | "failed" | "expired" | "waiting";
}

export const demoOrders: DemoOrder[] = [
  { username: "alice", dollars: 50, days: 29, end: "paid" },
  { username: "carol", dollars: 20, days: 26, end: "paid" },
  { username: "bob", dollars: 10, days: 22, end: "failed" },
  { username: "bob", dollars: 10, days: 22, end: "paid" },
  { username: "carol", dollars: 100, days: 17, end: "refunded" },
  { username: "alice", dollars: 100, days: 12, end: "paid" },
  { username: "dave", dollars: 20, days: 13, end: "expired" },
  { username: "demo", dollars: 50, days: 8, end: "paid" },
  { username: "bob", dollars: 20, days: 4, end: "paid" },
  { username: "carol", dollars: 50, days: 2, end: "expired" },
  { username: "alice", dollars: 20, days: 1, end: "paid" },
  { username: "grace", dollars: 10, days: 0, end: "waiting" },
];
