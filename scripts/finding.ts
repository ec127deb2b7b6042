import path from "node:path";

/** Why a rule exists and where it is explained; printed once under everything it found. */
export interface Rule {
  name: string;
  reason: string;
  document: string;
}

/** One place where a rule does not hold. */
export interface Finding {
  rule: Rule;
  /** Relative to the checked root, with forward slashes. */
  path: string;
  line?: number | undefined;
  problem: string;
  /** Printed, but does not fail the check. */
  warning?: boolean;
}

/** The repository of this script. */
export const repositoryRoot = path.resolve(import.meta.dirname, "..");

/** Findings as text: per rule its places, then the reason and the document. Empty if there are none. */
export function describeFindings(findings: Finding[]): string {
  const rules = [...new Set(findings.map((finding) => finding.rule))];
  return rules
    .map((rule) => {
      const places = findings
        .filter((finding) => finding.rule === rule)
        .map((finding) => {
          const place = finding.line === undefined ? finding.path : `${finding.path}:${finding.line}`;
          return `  ${finding.warning ? "warning " : ""}${place}  ${finding.problem}`;
        });
      return [rule.name, ...places, `  why: ${rule.reason}`, `  see: ${rule.document}`].join("\n");
    })
    .join("\n\n");
}

/** True if something was found that is more than a warning. */
export function isFailure(findings: Finding[]): boolean {
  return findings.some((finding) => !finding.warning);
}

/** Prints the outcome of one check run from the command line, and sets the exit code. */
export function reportFindings(findings: Finding[]): void {
  if (findings.length > 0) console.log(describeFindings(findings));
  if (isFailure(findings)) process.exitCode = 1;
}
