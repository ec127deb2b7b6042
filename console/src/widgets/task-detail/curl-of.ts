/** The variable that a request takes the key from: a request that is passed on carries no key. */
const keyVariable = "GATEWAY_API_KEY";

/** A request of the task APIs for a shell. The body stands between lines that no JSON has, so that the shell reads none of it. */
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
