import * as z from "zod";
import { readJson, type TextPlace } from "../../design-system/form/json-positions";

/** Settings of a conversation as form values; empty: not sent. */
export interface Settings {
  system: string;
  temperature: string;
  topP: string;
  maxTokens: string;
  /** One sequence a line. */
  stop: string;
  seed: string;
  effort: string;
  format: "" | "json_object" | "json_schema";
  /** JSON schema of the answer, as text. */
  schema: string;
  /** JSON list of tools, as text. */
  tools: string;
  toolChoice: string;
}

export const emptySettings: Settings = {
  system: "",
  temperature: "",
  topP: "",
  maxTokens: "",
  stop: "",
  seed: "",
  effort: "",
  format: "",
  schema: "",
  tools: "",
  toolChoice: "",
};

export const efforts = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;
export const toolChoices = ["auto", "none", "required"] as const;
/** Sequences that OpenAI's API takes at most. */
const stopsMost = 4;

/** A problem of one field: the key of its message, and its parameters. */
export interface SettingProblem {
  key: "number" | "integer" | "stops" | "json" | "empty" | "tool" | "schema";
  params?: Record<string, string | number>;
}

export interface ReadSettings {
  /** Fields of the request; only what is set. */
  fields: Record<string, unknown>;
  problems: Partial<Record<keyof Settings, SettingProblem>>;
}

const functionName = /^[\w-]{1,64}$/;
const toolList = z.array(
  z.looseObject({
    type: z.literal("function"),
    function: z.looseObject({
      name: z.string().regex(functionName),
      description: z.string().optional(),
      parameters: z.looseObject({}).optional(),
    }),
  }),
);
const answerSchema = z.looseObject({});

/** Request fields of the settings, in the order of OpenAI's reference, and the problems of those that cannot be sent. */
export function readSettings(settings: Settings): ReadSettings {
  const read: ReadSettings = { fields: {}, problems: {} };
  readNumber(read, settings, "temperature", { name: "temperature", least: 0, most: 2 });
  readNumber(read, settings, "topP", { name: "top_p", least: 0, most: 1 });
  readNumber(read, settings, "maxTokens", {
    name: "max_completion_tokens",
    least: 1,
    most: 10_000_000,
    whole: true,
  });
  readStop(read, settings.stop);
  readNumber(read, settings, "seed", {
    name: "seed",
    least: Number.MIN_SAFE_INTEGER,
    most: Number.MAX_SAFE_INTEGER,
    whole: true,
  });
  if (settings.effort !== "") read.fields["reasoning_effort"] = settings.effort;
  readFormat(read, settings);
  readTools(read, settings);
  return read;
}

interface NumberRule {
  name: string;
  least: number;
  most: number;
  whole?: boolean;
}

function readNumber(read: ReadSettings, settings: Settings, field: keyof Settings, rule: NumberRule): void {
  const text = settings[field].trim();
  if (text === "") return;
  const value = Number(text);
  const { name, least, most, whole = false } = rule;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) || value < least || value > most) {
    read.problems[field] = { key: "number", params: { least, most } };
    if (whole) read.problems[field].key = "integer";
  } else if (whole && !Number.isInteger(value))
    read.problems[field] = { key: "integer", params: { least, most } };
  else read.fields[name] = value;
}

function readStop(read: ReadSettings, text: string): void {
  const stops = text.split("\n").filter((line) => line !== "");
  if (stops.length > stopsMost) read.problems.stop = { key: "stops", params: { count: stopsMost } };
  else if (stops.length > 0) read.fields["stop"] = stops;
}

function readFormat(read: ReadSettings, { format, schema }: Settings): void {
  if (format === "json_object") read.fields["response_format"] = { type: "json_object" };
  if (format !== "json_schema") return;
  if (schema.trim() === "") {
    read.problems.schema = { key: "empty" };
    return;
  }
  const json = readJson(schema);
  if (!json.ok) read.problems.schema = { key: "json", params: { ...json.place } };
  else if (!answerSchema.safeParse(json.value).success)
    read.problems.schema = { key: "schema", params: { ...json.placeOf([]) } };
  else
    read.fields["response_format"] = {
      type: "json_schema",
      json_schema: { name: "answer", schema: json.value },
    };
}

function readTools(read: ReadSettings, { tools, toolChoice }: Settings): void {
  if (tools.trim() === "") return;
  const json = readJson(tools);
  if (!json.ok) {
    read.problems.tools = { key: "json", params: { ...json.place } };
    return;
  }
  const list = toolList.safeParse(json.value);
  const issue = list.error?.issues[0];
  if (issue) {
    const place: TextPlace = json.placeOf(issue.path);
    read.problems.tools = { key: "tool", params: { ...place, path: pathText(issue.path) } };
    return;
  }
  if (list.data?.length === 0) return;
  read.fields["tools"] = json.value;
  if (toolChoice !== "") read.fields["tool_choice"] = toolChoice;
}

/** `[0, "function", "name"]` → `[0].function.name`. */
function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "[]";
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
}

/** How many settings beside the system prompt are set. */
export function countSet(settings: Settings): number {
  return (Object.keys(emptySettings) as (keyof Settings)[]).filter((field) => {
    if (field === "system") return false;
    if (field === "schema") return false;
    if (field === "toolChoice" && settings.tools.trim() === "") return false;
    return settings[field].trim() !== "";
  }).length;
}
