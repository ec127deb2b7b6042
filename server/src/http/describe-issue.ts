import type * as z from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * The English sentence for a schema error; undefined where zod's own sentence is clear. The path names the field, so
 * the sentence does not.
 */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "Required." : `Must be ${kinds[issue.expected] ?? issue.expected}.`;
    case "too_small":
      return describeMinimum(issue.origin, Number(issue.minimum));
    case "too_big":
      return `Must ${amount(issue.origin, "at most", Number(issue.maximum))}.`;
    case "invalid_value":
      return `Must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.`;
    case "invalid_format":
      return formats[issue.format];
    default:
      return undefined;
  }
}

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Record<string, string> = {
  email: "Must be an email address.",
  url: "Must be a URL with a scheme, such as https://example.com.",
};

function describeMinimum(origin: string, minimum: number): string {
  if (minimum === 1 && (origin === "string" || origin === "array")) return "Must not be empty.";
  return `Must ${amount(origin, "at least", minimum)}.`;
}

/** `have at least 8 characters`, `be at most 100`. */
function amount(origin: string, bound: string, count: number): string {
  if (origin === "string") return `have ${bound} ${count} character${count === 1 ? "" : "s"}`;
  if (origin === "array") return `have ${bound} ${count} ${count === 1 ? "entry" : "entries"}`;
  return `be ${bound} ${count}`;
}
