import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments, lineAt } from "./read-source.ts";

/** Audit entries without a database change in the same transaction, each with the reason. */
const alone: Record<string, string> = {
  "server/src/control/logs/service.ts": "rows are deleted in batches long after the entry",
  "server/src/control/captures/service.ts": "bodies are read and nothing is stored",
  "server/src/control/logs/export-logs.ts": "rows are read and nothing is stored",
  "server/src/control/mail/service.ts": "a test mail is sent and nothing is stored",
  "server/src/control/notices/channel-accounts.ts": "a test message is sent and nothing is stored",
  "server/src/control/redemptions/service.ts": "codes are shown or exported and nothing is stored",
  "server/src/control/tokens/service.ts": "a key is shown and nothing is stored",
};

const together: Rule = {
  name: "a change and its audit entry share a transaction",
  reason:
    "else one of them can be stored without the other: write `audit.record(queries, …)` in the transaction that makes the change",
  document: "docs/operate/users.md, 'Audit log'",
};

const auditFile = "server/src/control/audit.ts";
const repository = "server/src/storage/repositories/audit-repository.ts";

/**
 * Checks what the compiler cannot: `audit.record` accepts only a transaction, so this finds entries outside it and transactions
 * that contain only an entry.
 */
export function checkAudit(root: string): Finding[] {
  return listFiles(root, "server/src")
    .filter((file) => file.endsWith(".ts") && !isTestFile(file))
    .flatMap((file) => {
      const source = blankComments(readFileSync(path.join(root, file), "utf8"));
      return [...findOutside(file, source), ...findEntryAlone(source)].map(({ at, problem }) => ({
        rule: together,
        path: file,
        line: lineAt(source, at),
        problem,
      }));
    });
}

interface Place {
  at: number;
  problem: string;
}

function findOutside(file: string, source: string): Place[] {
  const forms: [RegExp, boolean, string][] = [
    [/\brecordAlone\b/g, file === auditFile || file in alone, "writes an entry alone without being listed"],
    [
      /\binsertAuditEntries\b/g,
      file === auditFile || file === repository,
      "writes an entry past control/audit.ts",
    ],
    [
      /\b(?:insertInto|updateTable|deleteFrom)\(\s*["']audit_entries["']/g,
      file === repository,
      "writes audit_entries",
    ],
  ];
  return forms.flatMap(([form, allowed, problem]) =>
    allowed ? [] : [...source.matchAll(form)].map((match) => ({ at: match.index, problem })),
  );
}

/** `transaction((queries) => …)` whose handle serves nothing but the entry. */
function findEntryAlone(source: string): Place[] {
  return [...source.matchAll(/\btransaction\(\s*(?:async\s*)?\(?\s*(?<handle>\w+)\s*\)?\s*=>/g)].flatMap(
    (match) => {
      const body = readArgument(source, match.index + match[0].length);
      const handle = match.groups?.handle ?? "";
      const uses = [...body.matchAll(new RegExp(`\\b${handle}\\b`, "g"))].length;
      const entries = [...body.matchAll(new RegExp(`\\brecord\\(\\s*${handle}\\b`, "g"))].length;
      const problem = "opens a transaction for an entry alone";
      return entries > 0 && uses === entries ? [{ at: match.index, problem }] : [];
    },
  );
}

/** The text from an offset to the bracket that closes the call around it. */
function readArgument(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const char = source[at] ?? "";
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char) && --depth < 0) return source.slice(from, at);
  }
  return source.slice(from);
}

if (import.meta.main) reportFindings(checkAudit(repositoryRoot));
