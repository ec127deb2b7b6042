import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where an agent finds Tollgate. */
export interface AgentSetup {
  /** Without a path. */
  url: string;
  key: string;
  model: string;
  /** A folder of its own, which is its home as well. */
  folder: string;
  /** The prompt. */
  task: string;
}

/** A coding agent that is run from a terminal. */
export interface Agent {
  name: string;
  command: string;
  /** The npm package that has the command; absent: found on the PATH alone. */
  npm?: string;
  /** It edits by text only, and offers no tools. */
  withoutTools?: true;
  /** Writes its configuration files and returns the start command. */
  prepare(setup: AgentSetup): { args: string[]; env: Record<string, string> };
}

export const agents: readonly Agent[] = [
  {
    name: "Claude Code",
    command: "claude",
    npm: "@anthropic-ai/claude-code",
    prepare: ({ url, key, model, task }) => ({
      args: ["-p", task, "--allowedTools", "Read"],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_MODEL: model,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    }),
  },
  {
    name: "Codex",
    command: "codex",
    npm: "@openai/codex",
    prepare({ url, model, key, task }) {
      const provider = `{name="Tollgate",base_url="${url}/v1",env_key="TOLLGATE_KEY",wire_api="responses"}`;
      const settings = ["-c", "model_provider=tollgate", "-c", `model_providers.tollgate=${provider}`];
      const args = [
        "exec",
        "--skip-git-repo-check",
        "-s",
        "danger-full-access",
        "-m",
        model,
        ...settings,
        task,
      ];
      return { args, env: { TOLLGATE_KEY: key } };
    },
  },
  {
    name: "Gemini CLI",
    command: "gemini",
    npm: "@google/gemini-cli",
    prepare({ url, key, model, folder, task }) {
      // Without this setting, another base URL requires a sign-in, which fails in headless mode.
      const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
      mkdirSync(path.join(folder, ".gemini"));
      writeFileSync(path.join(folder, ".gemini/settings.json"), JSON.stringify(settings));
      return {
        args: ["-m", model, "--yolo", "--skip-trust", "-p", task],
        env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, GEMINI_TELEMETRY_ENABLED: "false" },
      };
    },
  },
  {
    name: "opencode",
    command: "opencode",
    npm: "opencode-ai",
    prepare({ url, key, model, folder, task }) {
      const options = { baseURL: `${url}/v1`, apiKey: key };
      const tollgate = { npm: "@ai-sdk/openai-compatible", options, models: { [model]: { name: model } } };
      const config = { provider: { tollgate }, autoupdate: false, share: "disabled" };
      writeFileSync(path.join(folder, "opencode.json"), JSON.stringify(config));
      return { args: ["run", "-m", `tollgate/${model}`, task], env: { OPENCODE_DISABLE_AUTOUPDATE: "1" } };
    },
  },
  {
    name: "aider",
    command: "aider",
    withoutTools: true,
    prepare({ url, key, model, task }) {
      const quiet = [
        "--yes-always",
        "--no-git",
        "--no-check-update",
        "--analytics-disable",
        "--no-show-model-warnings",
      ];
      const args = [
        "--model",
        `openai/${model}`,
        "--edit-format",
        "whole",
        ...quiet,
        "--message",
        task,
        "word.txt",
      ];
      return { args, env: { OPENAI_API_BASE: `${url}/v1`, OPENAI_API_KEY: key } };
    },
  },
];
