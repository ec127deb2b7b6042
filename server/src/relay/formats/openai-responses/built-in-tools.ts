import type { ToolForm } from "./tool-forms.ts";

/** A tool that OpenAI's models know without a definition, as a function for other models. */
interface BuiltInTool {
  description: string;
  parameters: Record<string, unknown>;
}

const text = { type: "string" };
const milliseconds = { type: "integer", description: "Time limit in milliseconds." };

export const builtInTools: Record<Exclude<ToolForm["kind"], "function" | "custom">, BuiltInTool> = {
  local_shell: {
    description: "Runs a command on the user's machine and gives its output.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "array", items: text, description: "Program and arguments." },
        working_directory: text,
        env: { type: "object", additionalProperties: text, description: "Environment variables." },
        timeout_ms: milliseconds,
        user: { type: "string", description: "User to run the command as." },
      },
      required: ["command"],
    },
  },
  shell: {
    description:
      "Runs shell commands on the user's machine, all at the same time, and gives the output of each.",
    parameters: {
      type: "object",
      properties: {
        commands: { type: "array", items: text, description: "Shell commands, each a whole line." },
        timeout_ms: milliseconds,
        max_output_length: {
          type: "integer",
          description: "Characters of output that are returned at most.",
        },
      },
      required: ["commands"],
    },
  },
  apply_patch: {
    description:
      "Creates, changes or deletes one file on the user's machine. A diff has hunks that begin with `@@`, in which every line begins " +
      "with a space (unchanged), `-` (removed) or `+` (added); for a new file every line begins with `+`.",
    parameters: {
      type: "object",
      properties: {
        type: { type: "string", enum: ["create_file", "update_file", "delete_file"] },
        path: { type: "string", description: "Path of the file." },
        diff: { type: "string", description: "What changes; not for a file that is deleted." },
      },
      required: ["type", "path"],
    },
  },
  tool_search: {
    description: "Finds further tools by what they are for.",
    parameters: { type: "object", properties: { query: text }, required: ["query"] },
  },
};
