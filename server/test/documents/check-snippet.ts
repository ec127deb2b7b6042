import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CodeBlock } from "../../../scripts/read-markdown.ts";
import { selfSignedCertificate } from "../support/self-signed-certificate.ts";
import { hasProgram, type Outcome, runProgram } from "./run-program.ts";

export const root = path.resolve(import.meta.dirname, "../../..");

/** Replacements for the examples' base URL and key. */
export interface Server {
  url: string;
  key: string;
  /** Values of other variables in a page's examples. */
  variables?: Record<string, string>;
}

/** `problem` of a wrong snippet; `notRun` is the reason if a snippet is checked but not run. */
export interface Verdict {
  problem?: string;
  notRun?: string;
}

/** Commands that are not run, by their first word. references.test.ts checks their `npm run` names. */
const notRunHere: readonly [RegExp, string][] = [
  [/^(npm|npx|git|WORKERS=\w+ npm)\b/, "starts, installs or changes an installation"],
  [/^export [A-Z_]+=\S+$/, "sets a variable for the commands after it"],
  [/^(export|claude|codex|gemini|opencode|aider)\b/, "needs a coding agent; `npm run agents` runs it"],
  [/^(docker|[A-Z_]+=\S+(\n|$)|# \/etc)/, "configures another program"],
  [/^(sqlite3|pg_dump)\b/, "needs the database of an installation"],
  [/^pip\b/, "installs from PyPI; server/test/control/generated-clients runs it"],
];

/** Model endpoints that the sandbox does not have. */
const withoutSandbox = /http:\S+\/(?:v1\/videos|kling)\b/;

const otherLanguages: Record<string, string> = {
  ts: "server/test/control/generated-clients runs it",
  yaml: "configures another program",
  toml: "configures another program",
};

/** Runs a snippet against the server, or checks it as far as a local program can. */
export async function checkSnippet({ language, text }: CodeBlock, server: Server): Promise<Verdict> {
  const filled = text
    .replaceAll("http://localhost:3000", server.url)
    .replace(/(?<=Bearer |apiKey: "|api_key=")sk-…/g, server.key);
  switch (language) {
    case "sh":
      return checkShell(filled, server);
    case "js":
      return checkModule(filled, server);
    case "python":
      return checkPython(filled);
    case "json":
      return checkJson(filled);
    case "nginx":
      return checkNginx(filled);
    case "ini":
      return checkUnit(filled);
    default: {
      const notRun = otherLanguages[language];
      return notRun === undefined ? { problem: `nothing checks the language ${language}` } : { notRun };
    }
  }
}

async function checkShell(text: string, { key, variables }: Server): Promise<Verdict> {
  const { status, stderr } = await runProgram("bash", ["-n"], { input: text });
  if (status !== 0) return { problem: stderr };
  const notRun = notRunHere.find(([form]) => form.test(text.trim()))?.[1];
  if (notRun !== undefined) return { notRun };
  if (!text.startsWith("curl ")) return { problem: "no reason is listed why it is not run" };
  if (withoutSandbox.test(text))
    return { notRun: "needs a channel of the provider; server/test/tasks makes such calls" };
  if (text.includes("…")) return { notRun: "has a placeholder" };
  const unset = [...text.matchAll(/\$([A-Z_]+)/g)].find(
    ([, name = ""]) => !(name in { TOLLGATE_KEY: key, ...variables }),
  );
  if (unset) return { problem: `${unset[0]} has no value` };
  if (!hasProgram("curl")) return { notRun: "needs curl" };
  const env = { ...variables, TOLLGATE_KEY: key, CURL_HOME: path.join(import.meta.dirname, "curl") };
  return checkOutput(await runProgram("bash", ["-s"], { input: text, env }));
}

async function checkModule(text: string, { key }: Server): Promise<Verdict> {
  const packages = [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, name = ""]) => name);
  const prints = /\bconsole\.log\b|\bprocess\.stdout\b/.test(text);
  if (prints && packages.every((name) => existsSync(path.join(root, "node_modules", name)))) {
    const env = { TOLLGATE_KEY: key };
    return checkOutput(
      await runProgram(process.execPath, ["--input-type=module"], { input: text, env, cwd: root }),
    );
  }
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (body: string) => unknown;
  try {
    new AsyncFunction(text.replace(/^import .*$/gm, "").replace(/^export /gm, ""));
    return { notRun: prints ? "needs packages that are not installed" : "defines functions" };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** A working snippet prints a response and no error. */
function checkOutput({ status, stdout, stderr }: Outcome): Verdict {
  if (status !== 0) return { problem: stderr || `exit code ${status}` };
  if (/"error"\s*:/.test(stdout) || stdout.trim() === "") return { problem: stdout || "prints nothing" };
  return {};
}

async function checkPython(text: string): Promise<Verdict> {
  if (!hasProgram("python3")) return { notRun: "needs python3" };
  const program = "import ast, sys; ast.parse(sys.stdin.read())";
  const { status, stderr } = await runProgram("python3", ["-c", program], { input: text });
  return status === 0 ? { notRun: "needs Python packages" } : { problem: stderr };
}

function checkJson(text: string): Verdict {
  try {
    JSON.parse(text);
    return { notRun: "is data" };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** Parses a server block with nginx, using a temporary certificate and socket. */
async function checkNginx(text: string): Promise<Verdict> {
  if (!hasProgram("nginx")) return { notRun: "needs nginx" };
  const folder = mkdtempSync(path.join(os.tmpdir(), "nginx-"));
  const place = (name: string): string => path.join(folder, name);
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const notAfter = new Date("2100-01-01T00:00:00Z");
  writeFileSync(place("server.pem"), selfSignedCertificate(pair, { serial: "01", notAfter }));
  writeFileSync(place("server.key"), pair.privateKey.export({ format: "pem", type: "pkcs8" }));
  const own = text
    .replace("listen 443 ssl", `listen unix:${place("socket")} ssl`)
    .replace(/(?<=ssl_certificate )\S+(?=;)/, place("server.pem"))
    .replace(/(?<=ssl_certificate_key )\S+(?=;)/, place("server.key"));
  const whole = `pid ${place("pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${own}\n}\n`;
  writeFileSync(place("nginx.conf"), whole);
  const { status, stderr } = await runProgram("nginx", ["-t", "-c", place("nginx.conf")]);
  rmSync(folder, { recursive: true });
  return status === 0 ? { notRun: "is read by nginx" } : { problem: stderr };
}

/** Parses a unit with systemd, which reports errors as warnings and exits with 0. */
async function checkUnit(text: string): Promise<Verdict> {
  if (!hasProgram("systemd-analyze")) return { notRun: "needs systemd" };
  const folder = mkdtempSync(path.join(os.tmpdir(), "unit-"));
  const file = path.join(folder, "tollgate.service");
  writeFileSync(file, text.replace(/(?<=ExecStart=)\S+/, process.execPath));
  const { stderr } = await runProgram("systemd-analyze", ["verify", file]);
  rmSync(folder, { recursive: true });
  return stderr.includes("tollgate.service") ? { problem: stderr } : { notRun: "is read by systemd" };
}
