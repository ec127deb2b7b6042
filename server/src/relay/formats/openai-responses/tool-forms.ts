import { type Fields, isFields } from "../kit/check-value.ts";

/**
 * Form in which a tool was declared that the caller executes; the canonical call has functions only, and responses call
 * each tool in its own form.
 * `name` and `namespace` are the caller's; functions without a namespace need no form.
 */
export type ToolForm =
  | { kind: "function" | "custom"; name: string; namespace?: string }
  | { kind: "local_shell" | "shell" | "apply_patch" | "tool_search" };

/** One declared tool. Tools without a canonical name are run by the upstream. */
export interface DeclaredTool {
  /** Its path in the request. */
  path: string;
  definition: Fields;
  /** Name that the model uses for it. */
  name?: string;
  form?: ToolForm;
}

/** Every tool of a request, including those of namespaces and those in input items. Does not validate. */
export function listTools(request: unknown): DeclaredTool[] {
  if (!isFields(request)) return [];
  const tools = listFrom(request.tools, "tools");
  if (!Array.isArray(request.input)) return tools;
  request.input.forEach((item: unknown, index) => {
    if (isFields(item) && bringsTools(item)) tools.push(...listFrom(item.tools, `input[${index}].tools`));
  });
  return tools;
}

const noForms: ReadonlyMap<string, ToolForm> = new Map();

/** Forms by the name that the model uses for the tool. */
export function readToolForms(request: unknown): ReadonlyMap<string, ToolForm> {
  const tools = listTools(request);
  if (tools.length === 0) return noForms;
  const forms = new Map<string, ToolForm>();
  const taken = new Set<string>();
  for (const { name, form } of tools) {
    if (name === undefined || taken.has(name)) continue;
    taken.add(name);
    if (form) forms.set(name, form);
  }
  return forms;
}

/** The form of a called tool; a name alone belongs to a tool without a namespace, or joins both. */
export function formOf(
  forms: ReadonlyMap<string, ToolForm>,
  call: { name: string; namespace?: string },
): ToolForm | undefined {
  return forms.get(joinName(call.namespace, call.name));
}

/** A search by the upstream finds only declared tools. */
function bringsTools(item: Fields): boolean {
  return (
    item.type === "additional_tools" || (item.type === "tool_search_output" && item.execution === "client")
  );
}

function listFrom(value: unknown, path: string): DeclaredTool[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((definition: unknown, index): DeclaredTool[] => {
    const at = `${path}[${index}]`;
    if (!isFields(definition)) return [];
    if (definition.type !== "namespace")
      return [{ path: at, definition, ...describe(definition, undefined) }];
    const namespace = typeof definition.name === "string" ? definition.name : undefined;
    const inner: unknown[] = Array.isArray(definition.tools) ? definition.tools : [];
    return inner.flatMap((tool, position) =>
      isFields(tool)
        ? [{ path: `${at}.tools[${position}]`, definition: tool, ...describe(tool, namespace) }]
        : [],
    );
  });
}

function describe(tool: Fields, namespace: string | undefined): Pick<DeclaredTool, "name" | "form"> {
  const name = typeof tool.name === "string" ? tool.name : "";
  switch (tool.type) {
    case "function":
    case "custom": {
      const plain = tool.type === "function" && namespace === undefined;
      const form: ToolForm = { kind: tool.type, name, ...(namespace !== undefined && { namespace }) };
      return plain ? { name } : { name: joinName(namespace, name), form };
    }
    case "shell":
      return runsInContainer(tool.environment) ? {} : { name: "shell", form: { kind: "shell" } };
    case "tool_search":
      return tool.execution === "client" ? { name: "tool_search", form: { kind: "tool_search" } } : {};
    case "local_shell":
    case "apply_patch":
      return { name: tool.type, form: { kind: tool.type } };
    default:
      return {};
  }
}

/** True for an environment of the vendor's: the caller does not execute calls in it. */
export function runsInContainer(environment: unknown): boolean {
  return (
    isFields(environment) && typeof environment.type === "string" && environment.type.startsWith("container")
  );
}

/** Tools of a namespace are called by the joined name. */
export function joinName(namespace: unknown, name: string): string {
  if (typeof namespace !== "string" || namespace === "" || namespace === name) return name;
  return namespace.endsWith("_") ? namespace + name : `${namespace}__${name}`;
}
