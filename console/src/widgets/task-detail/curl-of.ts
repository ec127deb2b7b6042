/** The variable that a request takes the key from: a shared request contains no key. */
const keyVariable = "GATEWAY_API_KEY";

/** A request of the task APIs for a shell. The body is a heredoc with a delimiter that no JSON contains, so that the shell interprets nothing. */
export function curlOf(server: string, path: string, body: object): string {
  return [
    `curl '${`${server}${path}`.replaceAll("'", "'\\''")}' \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    '  -H "Content-Type: application/json" \\',
    "  --data-binary @- <<'JSON'",
    JSON.stringify(body, null, 2),
    "JSON",
  ].join("\n");
}
