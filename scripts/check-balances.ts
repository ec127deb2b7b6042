import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments, lineAt } from "./read-source.ts";

const rule: Rule = {
  name: "only the ledger changes balances",
  reason:
    "a balance changes together with its entry, its lease and its log row, in one transaction of one room",
  document: "docs/develop/decisions/0003-single-ledger-with-leases.md",
};

/** Every statement that writes these tables belongs to the ledger. */
const ledgerTables = [
  "ledger_entries",
  "leases",
  "budget_leases",
  "processes",
  "usage_hourly",
  "usage_hourly_outcomes",
  "usage_hourly_tokens",
  "uncollected_daily",
];

const budget = {
  columns: ["budget_period", "budget_quota", "budget_start", "budget_used"],
  instead: "setBudget",
};

/** Columns that only the ledger updates, and what others call instead. */
const balances: Record<string, { columns: string[]; instead: string }[]> = {
  users: [
    { columns: ["quota", "used_quota", "uncollected", "request_count"], instead: "credit or debit" },
    budget,
  ],
  tokens: [{ columns: ["remain_quota", "unlimited_quota", "used_quota"], instead: "setTokenQuota" }, budget],
  channels: [{ columns: ["used_quota"], instead: "settle" }],
};

const ledger = "server/src/ledger/";
/** Creates the tables and moves old rows into them. */
const migrations = "server/src/storage/migrations/";
/** Inserts users, each without a balance. */
const userRepository = "server/src/storage/repositories/user-repository.ts";

/** Statements of Kysely and of SQL text outside the ledger that write balances, leases or entries. */
export function checkBalances(root: string): Finding[] {
  return listFiles(root, "server/src")
    .filter((file) => file.endsWith(".ts") && !isTestFile(file))
    .filter((file) => !file.startsWith(ledger) && !file.startsWith(migrations))
    .flatMap((file) => {
      const source = blankComments(readFileSync(path.join(root, file), "utf8"), true);
      return [...findTables(source), ...findUpdates(source), ...findInserts(file, source)].map(
        ({ at, problem }) => ({ rule, path: file, line: lineAt(source, at), problem }),
      );
    });
}

interface Place {
  at: number;
  problem: string;
}

const builder = (call: string, tables: string[]): RegExp =>
  new RegExp(`\\b${call}\\(\\s*["'](?<table>${tables.join("|")})(?: as \\w+)?["']`, "g");
const text = (text: string, tables: string[]): RegExp =>
  new RegExp(`\\b${text}\\s+["\\\\]*(?<table>${tables.join("|")})\\b`, "gi");

function findTables(source: string): Place[] {
  const forms = [
    builder("(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)", ledgerTables),
    text("(?:update|insert\\s+into|delete\\s+from|truncate(?:\\s+table)?)", ledgerTables),
  ];
  return forms.flatMap((form) =>
    [...source.matchAll(form)].map(({ index, groups }) => ({
      at: index,
      problem: `writes ${groups?.table ?? ""}: put the statement into ${ledger}store and call the ledger`,
    })),
  );
}

function findUpdates(source: string): Place[] {
  const tables = Object.keys(balances);
  const built = [...source.matchAll(builder("updateTable", tables))].flatMap(({ index, 0: call, groups }) => {
    const values = readSets(source, readStatement(source, index + call.length));
    return problems(groups?.table ?? "", index, (column) =>
      new RegExp(`(?<![\\w.])["']?${column}["']?\\s*[:,]`).test(values),
    );
  });
  const written = [...source.matchAll(text("update", tables))].flatMap(({ index, groups }) => {
    const statement = /^[^;`]*/.exec(source.slice(index))?.[0] ?? "";
    const [, values = ""] = /\bset\b([\s\S]*?)(?:\bwhere\b|$)/i.exec(statement) ?? [];
    return problems((groups?.table ?? "").toLowerCase(), index, (column) =>
      new RegExp(`(?<![\\w.])["\\\\]*${column}["\\\\]*\\s*=`, "i").test(values),
    );
  });
  return [...built, ...written];
}

function problems(table: string, at: number, writes: (column: string) => boolean): Place[] {
  return (balances[table] ?? []).flatMap(({ columns, instead }) =>
    columns.filter(writes).map((column) => ({
      at,
      problem: `updates ${table}.${column}: call ${instead} of the ledger instead`,
    })),
  );
}

function findInserts(file: string, source: string): Place[] {
  if (file === userRepository) return [];
  return [builder("insertInto", ["users"]), text("insert\\s+into", ["users"])].flatMap((form) =>
    [...source.matchAll(form)].map(({ index }) => ({
      at: index,
      problem: "inserts users: call insert of user-repository.ts, and credit of the ledger for a balance",
    })),
  );
}

/** The remainder of a statement, up to its semicolon or the closing bracket around it. */
function readStatement(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const char = source[at] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    // The table's own bracket was open when the text began.
    if (depth < -1 || (depth === -1 && char === ";")) return source.slice(from, at);
  }
  return source.slice(from);
}

/** Arguments of the statement's `set` calls. A name is replaced by its declaration in the same file. */
function readSets(source: string, statement: string): string {
  return [...statement.matchAll(/\.set\(/g)]
    .map(({ index, 0: call }) => {
      const argument = readStatement(`(${statement.slice(index + call.length)}`, 0);
      const [, name] = /^\(\s*(\w+)\s*\)?/.exec(argument.trim()) ?? [];
      const declared = name && new RegExp(`\\bconst ${name}\\b[^=]*=(?<value>[^;]*);`).exec(source);
      return declared ? (declared.groups?.value ?? "") : firstArgument(argument);
    })
    .join("\n");
}

function firstArgument(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char) && --depth === 0) return text.slice(0, at + 1);
  }
  return text;
}

if (import.meta.main) reportFindings(checkBalances(repositoryRoot));
