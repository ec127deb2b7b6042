/** One comparison: the same load on several contenders in turn. */
export interface Scenario {
  name: string;
  /** Upstream's pace between events in milliseconds. */
  pace: number;
  stream: boolean;
  connections: number;
  /** Requests a second; 0: as many as possible. At most 40 % of what the slowest contender answers at full speed. */
  rate: number;
  /** Size of the request. */
  bytes: number;
  contenders: string[];
  /** Core of the load generator; default 1, with contenders on core 0. */
  loadCore?: "all";
  /** All connections begin together, and again when the last response is whole. */
  together?: true;
  /** The load process sleeps between responses: a server beside the contender needs its core. */
  sleeps?: true;
}

const translated = [
  "tollgate chat→messages",
  "tollgate messages→chat",
  "tollgate responses→chat",
  "tollgate chat→gemini",
];

const whole = { pace: 0, stream: false, connections: 64, rate: 0, bytes: 1024 };

export const scenarios: Record<string, Scenario> = {
  whole: {
    ...whole,
    name: "whole answer, 1 KB, 64 connections",
    contenders: ["direct", "nginx", "bare", "portkey", "tollgate", ...translated],
  },
  latency: {
    ...whole,
    name: "whole answer at a fixed 3,000 requests a second",
    rate: 3000,
    contenders: ["direct", "nginx", "bare", "tollgate"],
  },
  stream: {
    ...whole,
    name: "streams of 64 events, 32 connections",
    stream: true,
    connections: 32,
    contenders: [
      "direct",
      "nginx",
      "bare",
      "portkey",
      "tollgate",
      "tollgate chat→messages",
      "tollgate messages→chat",
    ],
  },
  paced: {
    ...whole,
    name: "512 concurrent streams, 64 events 20 ms apart",
    pace: 20,
    stream: true,
    connections: 512,
    contenders: ["direct", "nginx", "bare", "tollgate", "tollgate chat→messages"],
  },
  burst: {
    ...whole,
    name: "512 streams that begin together, 64 events 20 ms apart",
    pace: 20,
    stream: true,
    connections: 512,
    together: true,
    contenders: ["direct", "nginx", "bare", "tollgate"],
  },
  first: {
    ...whole,
    name: "one stream at a time, 64 events 2 ms apart: first event",
    pace: 2,
    stream: true,
    connections: 1,
    contenders: ["direct", "nginx", "bare", "tollgate"],
  },
  workers: {
    ...whole,
    name: "one and two workers, load generator included",
    contenders: ["tollgate, 1 worker on one core", "tollgate, 1 worker on all cores", "tollgate, 2 workers"],
    loadCore: "all",
  },
  body10k: {
    ...whole,
    name: "bodies of 10 KB",
    bytes: 10 * 1024,
    contenders: ["nginx", "bare", "tollgate"],
  },
  body200k: {
    ...whole,
    name: "bodies of 200 KB",
    bytes: 200 * 1024,
    contenders: ["nginx", "bare", "tollgate"],
  },
  body10m: {
    ...whole,
    name: "bodies of 10 MB",
    bytes: 10 * 1024 * 1024,
    connections: 4,
    contenders: ["nginx", "bare", "tollgate"],
  },
  postgres: {
    ...whole,
    name: "PostgreSQL instead of SQLite",
    contenders: ["bare", "tollgate", "tollgate on PostgreSQL"],
    sleeps: true,
  },
  large: {
    ...whole,
    name: "10,000 tokens, 500 channels, 300 models",
    contenders: ["bare", "tollgate", "tollgate, large"],
  },
};
