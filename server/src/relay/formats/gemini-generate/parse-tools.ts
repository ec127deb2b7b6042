import { camelName } from "../../canonical/camel-name.ts";
import type { ChatCall, ChatTool, HostedTool } from "../../canonical/chat.ts";
import { type Fields, isFields, within } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import {
  findOthers,
  needText,
  readObject,
  readObjects,
  readText,
  readTexts,
  readWord,
} from "./read-fields.ts";
import { schemaFromWire } from "./schema-from-wire.ts";

/**
 * Functions, tools that the upstream runs, and the tool choice. Settings that only Gemini supports go into `extras`.
 */
export function parseTools(body: Fields, call: ChatCall, extras: Fields, unread: Set<string>): void {
  const tools: ChatTool[] = [];
  const hosted: HostedTool[] = [];
  readObjects(body, "tools").forEach((tool, index) => {
    const path = within("tools", index);
    readObjects(tool, "functionDeclarations", path).forEach((declaration, position) => {
      tools.push(parseFunction(declaration, within(within(path, "functionDeclarations"), position), unread));
    });
    for (const [written, value] of Object.entries(tool)) {
      const key = camelName(written);
      if (key !== "functionDeclarations" && value != null) hosted.push(hostedTool(key, value));
    }
  });
  if (hosted.length > 0) call.hostedTools = hosted;
  parseChoice(readObject(body, "toolConfig") ?? {}, call, tools, extras);
}

const kinds: Record<string, NonNullable<HostedTool["kind"]>> = {
  googleSearch: "web-search",
  googleSearchRetrieval: "web-search",
  codeExecution: "code-execution",
  urlContext: "url-fetch",
};

function hostedTool(key: string, value: unknown): HostedTool {
  const tool: HostedTool = { dialect: "gemini-generate", definition: { [key]: value } };
  const kind = kinds[key];
  if (kind !== undefined) tool.kind = kind;
  return tool;
}

const knownInFunction = new Set(["name", "description", "parameters", "parametersJsonSchema"]);

function parseFunction(declaration: Fields, path: string, unread: Set<string>): ChatTool {
  const tool: ChatTool = { name: needText(declaration, "name", path) };
  const description = readText(declaration, "description", path);
  if (description !== undefined) tool.description = description;
  const jsonSchema = readField(declaration, "parametersJsonSchema");
  const parameters = readObject(declaration, "parameters", path);
  if (isFields(jsonSchema)) tool.parameters = jsonSchema;
  else if (parameters !== undefined) tool.parameters = schemaFromWire(parameters);
  for (const key of findOthers(declaration, knownInFunction)) unread.add(within(path, key));
  return tool;
}

const choicePath = "toolConfig.functionCallingConfig";

function parseChoice(toolConfig: Fields, call: ChatCall, tools: ChatTool[], extras: Fields): void {
  for (const key of findOthers(toolConfig, new Set(["functionCallingConfig"])))
    extras[within("toolConfig", key)] = readField(toolConfig, key);
  const config = readObject(toolConfig, "functionCallingConfig", "toolConfig") ?? {};
  const mode = readWord(config, "mode", choicePath);
  const names = readTexts(config, "allowedFunctionNames", choicePath);
  // Functions that may not be called are not sent.
  const offered =
    names.length > 0 && mode !== "NONE" ? tools.filter((tool) => names.includes(tool.name)) : tools;
  if (offered.length > 0) call.tools = offered;
  const [only] = names;
  if (mode === "ANY")
    call.toolChoice =
      names.length === 1 && only !== undefined ? { type: "tool", name: only } : { type: "required" };
  else if (mode === "NONE") call.toolChoice = { type: "none" };
  else if (mode === "AUTO") call.toolChoice = { type: "auto" };
  else if (mode !== undefined && mode !== "MODE_UNSPECIFIED") extras[`${choicePath}.mode`] = mode;
  for (const key of findOthers(config, new Set(["mode", "allowedFunctionNames"])))
    extras[within(choicePath, key)] = readField(config, key);
}
