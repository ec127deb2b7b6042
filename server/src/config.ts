import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import proxyAddr from "@fastify/proxy-addr";
import * as z from "zod";
import { createAddressRules } from "./platform/guarded-fetch/address-rules.ts";
import { makePrivateFolder } from "./platform/private-files.ts";
import type { UpstreamClient } from "./relay/upstream/upstream-call.ts";
import type { DatabaseLocation } from "./storage/database.ts";

/** The process's configuration. This file is the only reader of the environment. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  database: DatabaseLocation;
  /** Password of the first user; undefined: a random one is created and shown once. */
  rootPassword: string | undefined;
  /** 32 bytes. */
  secretKey: Buffer;
  /** Proxies whose forwarding headers are trusted. */
  trustProxy: string[];
  /** Shares limits and short-lived values between instances; undefined: each keeps its own. */
  redisUrl: string | undefined;
  /** Private addresses and CIDR ranges that fetches for users may reach. */
  egressAllow: string[];
  /** The HTTP client of upstream calls without a proxy. */
  upstreamClient: UpstreamClient;
  /** Console API calls per three minutes, of an account, or of an address without a session. */
  apiRateLimit: number;
  logLevel: string;
  /** Relay processes on this machine. */
  workers: number;
  /** Sandbox upstream, sample users and thirty days of usage. */
  demo: boolean;
  /** Settings without an effect, or with an unexpected one; logged once at the start. */
  warnings: string[];
}

/** A value of the environment is missing or invalid; the message contains its name and the reason. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const upstreamClients = ["builtin", "undici"] as const satisfies readonly UpstreamClient[];
/** Variables of other versions, with what to do instead. */
const unusedVariables = {
  METRICS_TOKEN: "this version has no metrics endpoint. Remove it.",
  TELEGRAM_BOT_TOKEN: "it has no effect. Set the bot's token in the settings (Telegram) instead.",
};

const environment = z.object({
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: z
    .string()
    .regex(/^\d+$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535")
    .default(3000),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://, or be unset for SQLite")
    .optional(),
  ROOT_PASSWORD: z.string().min(8, "must have at least 8 characters").max(128).optional(),
  SECRET_KEY: z.string().optional(),
  TRUST_PROXY: z.string().default(""),
  REDIS_URL: z
    .string()
    .refine(
      (text) => /^rediss?:$/.test(URL.parse(text)?.protocol ?? ""),
      "must be an address that begins with redis:// or rediss://",
    )
    .optional(),
  EGRESS_ALLOW: z.string().default(""),
  UPSTREAM_CLIENT: z.enum(upstreamClients, "must be builtin or undici").default("builtin"),
  API_RATE_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "must be a number from 1 to 999999999")
    .transform(Number)
    .default(300),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, "must be a number from 1 to 99, or auto for one per core")
    .transform((text) => (text === "auto" ? availableParallelism() : Number(text)))
    .default(1),
  LOG_LEVEL: z.enum(logLevels).default("info"),
});

/**
 * Reads and checks the environment; unset and empty are the same.
 * @throws ConfigError naming every wrong value
 */
export function readConfig(env: Record<string, string | undefined>, demo: boolean): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw notValid(parsed.error.issues);
  const values = parsed.data;
  const trustProxy = readTrustProxy(values.TRUST_PROXY);
  const dataDir = dataDirOf(values, demo);
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir,
    database: locationOf(values, demo),
    rootPassword: values.ROOT_PASSWORD,
    secretKey: readSecretKey(values.SECRET_KEY, dataDir),
    trustProxy,
    // Nor a Redis that counts for real users.
    redisUrl: demo ? undefined : values.REDIS_URL,
    egressAllow: readEgressAllow(values.EGRESS_ALLOW),
    upstreamClient: values.UPSTREAM_CLIENT,
    apiRateLimit: values.API_RATE_LIMIT,
    logLevel: values.LOG_LEVEL,
    workers: values.WORKERS,
    demo,
    warnings: [
      ...Object.entries(unusedVariables)
        .filter(([name]) => given[name] !== undefined)
        .map(([name, advice]) => `${name} is set, but ${advice}`),
      ...(values.WORKERS > 1 && !values.REDIS_URL
        ? [
            "WORKERS is set without REDIS_URL: rate limits and the cooldowns of channels and keys then apply per process.",
          ]
        : []),
    ],
  };
}

/**
 * Location of the data, for commands next to the server; creates nothing.
 * @throws ConfigError
 */
export function readDatabaseLocation(
  env: Record<string, string | undefined>,
  demo: boolean,
): DatabaseLocation {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse(given);
  if (!parsed.success) throw notValid(parsed.error.issues);
  return locationOf(parsed.data, demo);
}

/** The demo never opens a database that may contain real data. */
function locationOf(
  values: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  demo: boolean,
): DatabaseLocation {
  if (values.DATABASE_URL && !demo) return { kind: "postgres", url: values.DATABASE_URL };
  return { kind: "sqlite", file: path.join(dataDirOf(values, demo), "tollgate.db") };
}

const dataDirOf = ({ DATA_DIR }: { DATA_DIR: string }, demo: boolean): string =>
  path.resolve(DATA_DIR, demo ? "demo" : ".");

function notValid(issues: readonly z.core.$ZodIssue[]): ConfigError {
  const reasons = issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  return new ConfigError(`The environment is not valid. ${reasons.join("; ")}`);
}

function readEntries(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function readEgressAllow(text: string): string[] {
  const entries = readEntries(text);
  try {
    createAddressRules(entries);
  } catch (error) {
    throw new ConfigError(`EGRESS_ALLOW: ${error instanceof Error ? error.message : String(error)}`);
  }
  return entries;
}

function readTrustProxy(text: string): string[] {
  const entries = readEntries(text);
  try {
    proxyAddr.compile(entries);
  } catch (error) {
    throw new ConfigError(`TRUST_PROXY: ${error instanceof Error ? error.message : String(error)}`);
  }
  return entries;
}

/**
 * The key from the environment, else from `secret.key`, else a new one, written there with access for its owner only.
 */
function readSecretKey(given: string | undefined, dataDir: string): Buffer {
  if (given !== undefined) return decodeKey(given, "SECRET_KEY");
  const file = path.join(dataDir, "secret.key");
  if (existsSync(file)) return decodeKey(readFileSync(file, "utf8").trim(), file);
  const key = randomBytes(32);
  try {
    makePrivateFolder(dataDir);
    writeFileSync(file, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return key;
}

function decodeKey(text: string, source: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length !== 32) throw new ConfigError(`${source}: must be 32 bytes in base64 (44 characters).`);
  return key;
}
