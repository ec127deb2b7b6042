import { type ErrorCode, errorCodes } from "@tollgate/contract/error-codes";

/** The page docs/operate/api-errors.md: every error code of the console API with its status and message. */
export function writeApiErrorsDocument(): string {
  const groups = Map.groupBy(Object.keys(errorCodes) as ErrorCode[], (code) => code.split(".")[0] ?? "");
  const sections = [...groups]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([group, codes]) => {
      const rows = codes.sort().map((code) => {
        const { status, message } = errorCodes[code];
        return `| \`${code}\` | ${status} | ${message.replace(/\{\w+\}/g, "`$&`").replaceAll("|", "\\|")} |`;
      });
      return `## ${group}\n\n| Code | Status | Message |\n|---|---|---|\n${rows.join("\n")}`;
    });
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

const introduction = `# API errors

Errors of the [console API](api.md).
[Errors](../use/errors.md) has those of the model API.

A failed call returns the HTTP status of its code, and:

\`\`\`json
{ "success": false, "code": "token.not_found", "message": "This token does not exist." }
\`\`\`

- \`code\` never changes.
  Test it in scripts.
- \`message\` is the English sentence below.
  \`params\` has the values of its placeholders.
- \`fields\` names every rejected field of a body: \`[{ "path": "models.0", "message": "…" }]\`.
- Retry after 429 and 503, and wait for the seconds in \`Retry-After\`.
  Retry after 502 if the message suggests it.
  Other errors repeat until you change the request.

A test checks this page.
To update it, run \`node scripts/print-api-errors.ts\`.`;
