import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
export const repositoryRoot = path.resolve(import.meta.dirname, "../../../..");

/** A generator that was installed into a separate folder. */
export interface InstalledClient {
  /**
   * Generates the client from the document of the server at `url`, checks it, and uses it there.
   * @returns the output of the program that uses it
   */
  use(url: string, password: string): Promise<unknown>;
  remove(): void;
}

/** Python with the client that the playground's exported code imports. */
export interface InstalledPython extends InstalledClient {
  /** Runs a program; returns what it prints. */
  run(code: string, env: Record<string, string>): Promise<string>;
}

type Run = (program: string, ...args: string[]) => Promise<string>;

/** @throws Error with the program's output, if it fails or takes longer than two minutes. */
function runIn(folder: string, env: NodeJS.ProcessEnv = process.env): Run {
  return async (program, ...args) => {
    try {
      const { stdout } = await execute(program, args, {
        cwd: folder,
        env,
        timeout: 120_000,
        maxBuffer: 2 ** 26,
      });
      return stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr || String(error)}`, { cause: error });
    }
  };
}

/** openapi-typescript needs TypeScript 5, so it cannot be installed next to ours. */
export async function installTypeScriptClient(): Promise<InstalledClient> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-typescript-client-"));
  const run = runIn(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(compilerOptions()));
  await run(
    "npm",
    "--prefix",
    folder,
    ..."install --ignore-scripts --no-audit --no-fund --no-package-lock".split(" "),
    "openapi-typescript@7.13.0",
    "openapi-fetch@0.17.0",
    "typescript@5.9.3",
  );
  return {
    async use(url, password) {
      const generator = "node_modules/openapi-typescript/bin/cli.js";
      await run(process.execPath, generator, `${url}/api/openapi.json`, "-o", "tollgate.ts");
      copyFileSync(
        path.join(import.meta.dirname, "use-typescript-client.ts.txt"),
        path.join(folder, "use.ts"),
      );
      await run(process.execPath, path.join(repositoryRoot, "node_modules/typescript/bin/tsc"), "-p", folder);
      return JSON.parse(await run(process.execPath, "use.ts", url, password));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function compilerOptions(): object {
  return {
    compilerOptions: {
      target: "es2024",
      lib: ["es2024", "dom"],
      module: "nodenext",
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      typeRoots: [path.join(repositoryRoot, "node_modules/@types")],
      types: ["node"],
    },
    include: ["use.ts", "tollgate.ts"],
  };
}

export async function installPythonClient(): Promise<InstalledPython> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-python-client-"));
  const programs = path.join(folder, "venv/bin");
  // The generator formats with `ruff`, which it finds in the PATH.
  const environment = {
    ...process.env,
    PATH: `${programs}${path.delimiter}${process.env["PATH"] ?? ""}`,
  };
  const run = runIn(folder, environment);
  await run("python3", "-m", "venv", "venv");
  const python = path.join(programs, "python");
  await run(
    python,
    ..."-m pip install --quiet --no-compile --disable-pip-version-check openapi-python-client==0.29.1 openai==3.57.0".split(
      " ",
    ),
  );
  return {
    async use(url, password) {
      const generator = path.join(programs, "openapi-python-client");
      const document = `${url}/api/openapi.json`;
      await run(generator, "generate", "--url", document, "--fail-on-warning", "--output-path", "client");
      copyFileSync(
        path.join(import.meta.dirname, "use_python_client.py"),
        path.join(folder, "client/use.py"),
      );
      return JSON.parse(await run(python, "client/use.py", url, password));
    },
    run: (code, env) => runIn(folder, { ...environment, ...env })(python, "-c", code),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The client; null after printing why it could not be installed: a missing program or network. Where everything must be
 * tested (`TOLLGATE_REQUIRE_ALL=1`) that is an error instead: a suite never passes silently.
 */
export async function installedOrSkip<Client>(install: () => Promise<Client>): Promise<Client | null> {
  try {
    return await install();
  } catch (error) {
    if (process.env["TOLLGATE_REQUIRE_ALL"] === "1")
      throw new Error("The client could not be installed, and TOLLGATE_REQUIRE_ALL=1 allows no skipping.", {
        cause: error,
      });
    console.warn(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
