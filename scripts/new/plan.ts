import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { repositoryRoot } from "../finding.ts";
import { listFiles } from "../list-files.ts";
import type { Edit } from "./edit-source.ts";

/** A document that a program of the repository writes from the sources. Programs run last, in turn. */
export interface GeneratedDocument {
  /** Script and arguments. */
  program: string[];
  /** The file or the folder that it writes. */
  writes: string;
}

/** What a new item changes. Paths are relative to the repository's root. */
export interface Plan {
  /** New files, by path. */
  files: Record<string, string>;
  /** Changes of files that exist, each to one file; several to the same file run in turn. */
  edits: [file: string, edit: Edit][];
  documents?: GeneratedDocument[];
  /** What is left to do by hand: only the code itself. */
  next: string[];
}

/** The texts after a plan, by path. Nothing is written. @throws Error naming the file that is not as expected */
export function prepare(root: string, plan: Plan): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [file, text] of Object.entries(plan.files)) {
    if (existsSync(path.join(root, file))) throw new Error(`${file} exists already. Nothing was written.`);
    texts.set(file, text);
  }
  for (const [file, edit] of plan.edits) texts.set(file, editFile(root, file, edit, texts.get(file)));
  return texts;
}

function editFile(root: string, file: string, edit: Edit, edited: string | undefined): string {
  const full = path.join(root, file);
  if (edited === undefined && !existsSync(full))
    throw new Error(`${file}: expected a file, but there is none. Nothing was written.`);
  try {
    return edit(edited ?? readFileSync(full, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${reason}. Nothing was written.`, { cause: error });
  }
}

/** Texts as `biome format` wants them. @throws Error for a text that cannot be parsed */
export function formatTexts(texts: Map<string, string>): Map<string, string> {
  const stage = mkdtempSync(path.join(os.tmpdir(), "tollgate-new-"));
  try {
    writeTexts(stage, texts);
    writeTexts(stage, new Map([["biome.json", biomeSettings()]]));
    const biome = path.join(repositoryRoot, "node_modules/@biomejs/biome/bin/biome");
    const run = spawnSync(process.execPath, [biome, "format", "--write", "."], {
      cwd: stage,
      encoding: "utf8",
    });
    if (run.status !== 0)
      throw new Error(`biome cannot format the result. Nothing was written.\n${run.stderr}`);
    return new Map([...texts.keys()].map((file) => [file, readFileSync(path.join(stage, file), "utf8")]));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The repository's configuration, without the parts that need a Git repository. */
function biomeSettings(): string {
  const settings = JSON.parse(readFileSync(path.join(repositoryRoot, "biome.json"), "utf8")) as {
    files: unknown;
    formatter: unknown;
  };
  const { files, formatter } = settings;
  return JSON.stringify({ root: true, files, formatter });
}

/** Writes all texts or none: previous files are restored if a text or a document cannot be written. */
export function apply(root: string, plan: Plan): string[] {
  const texts = formatTexts(prepare(root, plan));
  const documents = plan.documents ?? [];
  const places = [...texts.keys(), ...documents.flatMap(({ writes }) => filesAt(root, writes))];
  const previous = new Map(places.map((file) => [file, readOld(root, file)]));
  try {
    writeTexts(root, texts);
    for (const { program } of documents) writeDocument(root, program);
  } catch (error) {
    const written = documents.flatMap(({ writes }) => filesAt(root, writes));
    for (const file of written.filter((one) => !previous.has(one)))
      rmSync(path.join(root, file), { force: true });
    for (const [file, text] of previous)
      if (text === undefined) rmSync(path.join(root, file), { force: true });
      else writeFileSync(path.join(root, file), text);
    throw error;
  }
  return [...texts.keys()];
}

function filesAt(root: string, place: string): string[] {
  if (!existsSync(path.join(root, place))) return [];
  return statSync(path.join(root, place)).isDirectory() ? listFiles(root, place) : [place];
}

function readOld(root: string, file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, "utf8") : undefined;
}

function writeTexts(root: string, texts: Map<string, string>): void {
  for (const [file, text] of texts) {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

/** A process of its own, because it must load the sources as they are now. */
function writeDocument(root: string, [script = "", ...args]: string[]): void {
  const run = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`${script} failed. Nothing was written.\n${run.stderr}`);
}
