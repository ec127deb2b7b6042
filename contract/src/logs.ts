import * as z from "zod";
import { endReasons, outcomes } from "./call-outcome.ts";
import { defineEndpoint, fileAnswer } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf, queryTime } from "./list-query.ts";
import { priceRule } from "./pricing.ts";

export { type EndReason, endReasons, type Outcome, outcomeOfEnd, outcomes } from "./call-outcome.ts";
export { logTypes } from "./log-types.ts";

/** Source of the counts: reported by the upstream, or counted here. */
export const usageSources = ["upstream", "counted", "none"] as const;

/** One attempt at one channel, for the routing trail. */
export const attemptTrail = z
  .object({
    channel_id: z.int(),
    channel_name: z.string(),
    status: z.int().describe("HTTP status of the upstream; 0 without a response."),
    time: z.int().describe("Milliseconds until the answer's head, or the failure."),
    reason: z.string().describe("Kind of failure; empty for the delivered attempt."),
    cause: z
      .string()
      .optional()
      .describe("Details of the kind: `no_first_byte`, `address_not_public`, `no_such_endpoint`."),
    seconds: z.number().optional().describe("Timeout in seconds, for `no_first_byte`."),
  })
  .meta({ id: "AttemptTrail", description: "One attempt at one channel." });

export const logMetadata = z
  .looseObject({
    upstream_request_id: z.string().optional(),
    group_name: z.string().optional(),
    group_ratio: z.number().optional(),
    price_type: z.string().optional(),
    price_model: z.string().optional(),
    input_ratio: z.number().optional(),
    output_ratio: z.number().optional(),
    extra_ratios: z.record(z.string(), z.number()).optional(),
    first_response: z.int().optional(),
    usage: z.record(z.string(), z.int()).optional().describe("Disjoint counts, only those above zero."),
    usage_source: z.enum(usageSources).optional(),
    usage_clamped: z.boolean().optional(),
    uncollected: z.int().optional().describe("Cost that the balance could no longer cover; not charged."),
    end_reason: z.enum(endReasons).optional(),
    format: z.string().optional(),
    native: z.boolean().optional(),
    cache_hit: z.boolean().optional().describe("Answered from the response cache, free."),
    upstream_model: z.string().optional(),
    answered_model: z
      .string()
      .optional()
      .describe("The model named in the response, if it differs from the requested one."),
    answered_tier: z
      .string()
      .optional()
      .describe("The service tier or speed named in the response, if not the default."),
    price_ratio: z
      .number()
      .optional()
      .describe("Multiple of the model's price that a tier, a region, another paid field or a rule made."),
    price_rules: z
      .array(priceRule)
      .optional()
      .describe(
        "Rules of the price that applied, in order. The other fields are the values after them; `price_ratio` includes their ratios.",
      ),
    price_raised: z
      .boolean()
      .optional()
      .describe("The response named a more expensive model or tier than requested, which was charged."),
    attempts: z.array(attemptTrail).optional(),
    dropped: z.array(z.string()).optional(),
    calls: z.int().optional().describe("Number of rejected calls that the row represents; absent: one."),
    refused_reason: z
      .string()
      .optional()
      .describe("Code of the error that rejected the call before anything was sent."),
    requested_model: z.string().optional().describe("The requested model of a rejected call."),
    task_platform: z
      .string()
      .optional()
      .describe("Platform of an asynchronous task, whose time is in no latency of statistics."),
  })
  .meta({ id: "LogMetadata", description: "Details of a call; which fields exist depends on the call." });
export type LogMetadata = z.infer<typeof logMetadata>;

export const logChannel = z.object({ id: z.int(), name: z.string() }).meta({ id: "LogChannel" });

/** Channel and user are left out of the user's own list. */
export const logRow = z
  .object({
    id: z.int(),
    created_at: z.int().describe("Epoch seconds."),
    type: z.int().describe("1: top-up, 2: consumption, 3: management, 4: system."),
    content: z.string(),
    user_id: z.int(),
    username: z.string(),
    token_id: z.int().describe("0 where no token was used, or several."),
    token_name: z.string(),
    model_name: z.string(),
    quota: z.int().describe("Quota charged."),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    channel_id: z.int(),
    channel: logChannel.nullable(),
    request_time: z.int().describe("Milliseconds, whole exchange."),
    is_stream: z.boolean(),
    source_ip: z.string(),
    request_id: z.string(),
    outcome: z
      .enum(outcomes)
      .nullable()
      .describe(
        "What became of a call: `failed` had no answer, `refused` was sent to no provider, the caller left a `cancelled` one, the answer of a `cut` one ended early. Null for entries that are not calls.",
      ),
    metadata: logMetadata,
  })
  .meta({
    id: "LogRow",
    description: "One logged call or event. Users see `channel` as null in their own rows.",
  });
export type LogRow = z.infer<typeof logRow>;

/**
 * Epoch seconds. Present where the search ended before its filters did: what no index answers is looked for among a limited number of rows,
 * in the list's order, and none beyond this second was looked at. To search further, repeat the request with the time bounded there.
 */
const searchedTo = z.int().optional();

/** One page of rows; `total_count` counts those among the rows that were searched. */
export const logPage = pageOf(logRow).extend({ searched_to: searchedTo }).meta({ id: "LogRowPage" });
export type LogPage = z.infer<typeof logPage>;

const nameFilter = z
  .string()
  .max(200)
  .default("")
  .describe("A whole name; with `*` at its end, every name that begins so.");

const logFilters = {
  log_type: z.coerce.number().int().min(0).max(4).default(0),
  start_timestamp: queryTime,
  end_timestamp: queryTime,
  model_name: nameFilter,
  token_name: nameFilter,
  token_id: z.coerce.number().int().min(0).default(0),
  request_id: z.string().default(""),
  outcome: z
    .enum(["", ...outcomes])
    .default("")
    .describe("Only calls with this outcome."),
};

const adminLogFilters = {
  ...logFilters,
  username: nameFilter,
  channel_id: z.coerce.number().int().min(0).default(0),
  source_ip: z.string().default(""),
};

const logOrder = ["created_at", "id"] as const;

/**
 * Sums over consumption rows that match; from the roll-ups when the filters allow it. `request_count` counts every call made with a valid API
 * key: answered, failed or rejected. Users and the dashboard count alike.
 */
export const logStat = z
  .object({
    quota: z.int(),
    request_count: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    searched_to: searchedTo,
  })
  .meta({ id: "LogStat", description: "Sums over the log rows that match the filters." });
export type LogStat = z.infer<typeof logStat>;

export const listLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/",
  access: "admin",
  summary: "Log rows of all users",
  query: listQuery(logOrder, adminLogFilters),
  data: logPage,
});

export const listOwnLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/self",
  access: "user",
  summary: "Your log rows",
  query: listQuery(logOrder, logFilters),
  data: logPage,
});

export const sumLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/stat",
  access: "admin",
  summary: "Sums over log rows of all users",
  query: z.object(adminLogFilters),
  data: logStat,
});

export const sumOwnLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/self/stat",
  access: "user",
  summary: "Sums over your log rows",
  query: z.object(logFilters),
  data: logStat,
});

export const getLog = defineEndpoint({
  method: "GET",
  path: "/api/log/:id",
  access: "admin",
  summary: "One log row",
  params: idParams,
  data: logRow,
});

export const getOwnLog = defineEndpoint({
  method: "GET",
  path: "/api/log/self/:id",
  access: "user",
  summary: "Get one of your log rows",
  params: idParams,
  data: logRow,
});

export const logExportFormats = ["csv", "jsonl"] as const;
export type LogExportFormat = (typeof logExportFormats)[number];

const exportFields = {
  format: z
    .enum(logExportFormats)
    .default("csv")
    .describe("`csv` with a header line, or `jsonl`: one LogRow a line."),
  keyword: z.string().max(limits.keywordMax).default(""),
};
const exportTypes = ["text/csv", "application/x-ndjson"] as const;

/** Every row that matches, newest first, of any number. A person has one export at a time, and each leaves an audit entry. */
export const exportLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/export",
  access: "admin",
  summary: "Log rows of all users as a file",
  query: z.object({ ...adminLogFilters, ...exportFields }),
  data: fileAnswer,
  file: exportTypes,
});

export const exportOwnLogs = defineEndpoint({
  method: "GET",
  path: "/api/log/self/export",
  access: "user",
  summary: "Your log rows as a file",
  query: z.object({ ...logFilters, ...exportFields }),
  data: fileAnswer,
  file: exportTypes,
});

/** For the browser, which does not show why a download failed. */
export const checkLogExport = defineEndpoint({
  method: "GET",
  path: "/api/log/export/check",
  access: "user",
  summary: "Whether you can start an export: an error says why not",
  data: z.null(),
});

/** A name for a filter: `value` is what the filter takes. */
export const logName = z
  .object({ value: z.string(), label: z.string() })
  .meta({ id: "LogName", description: "A name that a filter of the log takes as `value`." });
export type LogName = z.infer<typeof logName>;

export const logNameFields = ["model", "token", "user", "channel"] as const;
export type LogNameField = (typeof logNameFields)[number];
/** Maximum number of suggested names. */
export const logNamesMost = 20;

const namesQuery = {
  text: z.string().trim().max(200).default("").describe("Part of the name; empty: the first names."),
};

export const listLogNames = defineEndpoint({
  method: "GET",
  path: "/api/log/names",
  access: "admin",
  summary: "Names of models, tokens, users or channels for the filters of the log",
  query: z.object({ field: z.enum(logNameFields), ...namesQuery }),
  data: z.array(logName),
});

export const listOwnLogNames = defineEndpoint({
  method: "GET",
  path: "/api/log/self/names",
  access: "user",
  summary: "Names of your models and tokens for the filters of the log",
  query: z.object({ field: z.enum(["model", "token"]), ...namesQuery }),
  data: z.array(logName),
});

/** Rows deleted so far; while `done` is false, repeat the call with the same time. */
export const logCleaning = z.object({ deleted: z.int(), done: z.boolean() }).meta({
  id: "LogCleaning",
  description: "Rows deleted so far. While `done` is false, repeat the call with the same time.",
});
export type LogCleaning = z.infer<typeof logCleaning>;

export const deleteLogs = defineEndpoint({
  method: "DELETE",
  path: "/api/log/",
  access: "admin",
  summary: "Delete log rows older than a time; charges, balances and statistics stay",
  query: z.object({ target_timestamp: z.coerce.number().int().min(1) }),
  data: logCleaning,
});
