/**
 * `npm run agents`: real coding agents against a running Tollgate, with a model that calls one tool and repeats its result. Agents are
 * taken from the PATH; with `--install`, npm fetches those that it has into a folder for temporary files. Names may follow
 * (`npm run agents -- codex`); default: all.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RunningApp, startApp } from "../server/test/support/start-app.ts";
import { type AgentUpstream, startAgentUpstream } from "./agent-upstream.ts";
import { type Agent, agents } from "./agents.ts";

interface Outcome {
  result: "passed" | "failed" | "skipped";
  reason: string;
}

const model = "agent-model";
const milliseconds = 120_000;
const installed = path.join(tmpdir(), "tollgate-agents");
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const mayInstall = process.argv.includes("--install");

// Before the server starts: installing takes minutes, in which this process does nothing else.
const chosen = agents
  .filter(({ command }) => names.length === 0 || names.includes(command))
  .map((agent) => ({ agent, program: findProgram(agent) }));
const upstream = await startAgentUpstream();
const running = await startApp();
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  // Agents use their vendor's small models for titles and the like.
  const models = [model, "claude-*", "gemini-*", "gpt-*"];
  for (const name of models)
    await running.aPrice({ model: name, type: "tokens", channel_type: 8, input: 1, output: 1 });
  await running.aChannel({ name: "model", type: 8, base_url: upstream.url, models });
  for (const { agent, program } of chosen) {
    const { result, reason } = program
      ? await tryAgent(agent, program, running, upstream)
      : ({ result: "skipped", reason: whyMissing(agent) } as const);
    counts[result] += 1;
    process.stdout.write(`${agent.name.padEnd(12)} ${result.padEnd(8)} ${reason}\n`);
  }
} finally {
  await running.stop();
  await upstream.stop();
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function tryAgent(
  agent: Agent,
  program: string,
  app: RunningApp,
  { plan, counts: seen }: AgentUpstream,
): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "tollgate-agent-")));
  try {
    const word = `word-${Math.random().toString(36).slice(2, 10)}`;
    plan.file = path.join(folder, "word.txt");
    plan.edit = `word.txt\n\`\`\`\n${word}\n\`\`\`\n`;
    writeFileSync(plan.file, agent.withoutTools ? "nothing yet\n" : `${word}\n`);
    seen.offers = seen.results = 0;
    const { key } = await app.aToken({ name: agent.command });
    const task = agent.withoutTools
      ? "Write the word into word.txt."
      : `Read ${plan.file} and say what it says.`;
    const { args, env } = agent.prepare({ url: app.url, key, model, folder, task });
    const { code, output } = await run(program, args, folder, env);
    const version = versionOf(program, folder);
    const reported = agent.withoutTools ? readFileSync(plan.file, "utf8") : output;
    if (reported.includes(word) && (agent.withoutTools || seen.results > 0))
      return {
        result: "passed",
        reason: `${version}; ${agent.withoutTools ? "edited a file" : "read a file by its tool"}`,
      };
    const last = output.trim().split("\n").slice(-6).join("\n    ");
    const calls = `${seen.offers} calls with tools, ${seen.results} with a result`;
    return { result: "failed", reason: `${version}; exit ${code}, ${calls}\n    ${last}` };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The agent's own environment: only the PATH is inherited. */
function environment(folder: string, env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = {
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, ".config"),
    NO_COLOR: "1",
    TERM: "dumb",
    CI: "1",
  };
  return {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env["PATH"] ?? ""}`,
    ...own,
    ...env,
  };
}

function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: string; output: string }> {
  return new Promise((resolve) => {
    // A group of its own, so that what the agent started ends with it.
    const child = spawn(program, args, {
      cwd,
      env: environment(cwd, env),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const note = (piece: Buffer): void => {
      output = (output + piece.toString()).slice(-200_000);
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), milliseconds);
    const end = (code: string): void => {
      clearTimeout(timer);
      resolve({ code, output });
    };
    child.on("error", (error) => end(error.message));
    child.on("close", (code, signal) => end(String(code ?? signal)));
  });
}

function versionOf(program: string, folder: string): string {
  const { stdout } = spawnSync(program, ["--version"], {
    env: environment(folder),
    timeout: 30_000,
    encoding: "utf8",
  });
  return stdout?.trim().split("\n").at(-1) ?? "";
}

function findProgram({ command, npm }: Agent): string | undefined {
  const own = path.join(installed, "node_modules/.bin");
  const places = [...(process.env["PATH"] ?? "").split(path.delimiter), own];
  const found = places.map((place) => path.join(place, command)).find(isProgram);
  if (found !== undefined || npm === undefined || !mayInstall) return found;
  mkdirSync(installed, { recursive: true });
  spawnSync("npm", ["install", "--prefix", installed, "--no-audit", "--no-fund", npm], { timeout: 300_000 });
  const program = path.join(own, command);
  return isProgram(program) ? program : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function whyMissing({ command, npm }: Agent): string {
  if (npm === undefined) return `${command} is not on the PATH`;
  return mayInstall
    ? `npm could not install ${npm}`
    : `${command} is not on the PATH; --install fetches ${npm}`;
}
