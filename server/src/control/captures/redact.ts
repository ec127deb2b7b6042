import { maskCredentials, secretsOf } from "../../platform/clean-message.ts";
import { maskSecrets } from "../../platform/mask-secrets.ts";

/** Names of fields that contain a secret of any shape. */
const names =
  "(?:x-)?(?:goog-)?(?:api[-_ ]?key|apikey|(?:proxy-)?authorization|password|passphrase|private[-_]?key|secret(?:[-_]?(?:key|access[-_]?key))?|(?:client|app)[-_]?secret|(?:access|refresh|auth|session|id)[-_]?token)";

/** Such fields of a JSON body. The value may be cut off at the text's end. */
const secretFields = new RegExp(String.raw`("${names}"\s*:\s*")(?:[^"\\]|\\.)*("|$)`, "gi");

/** The same in JSON inside a text of the body, such as the arguments of functions: its quotes are escaped. */
const quotedFields = new RegExp(
  String.raw`((?<!\\)(\\+)"${names}\2"\s*:\s*\2")(?:(?!(?<!\\)\2").)*((?<!\\)\2"|$)`,
  "gis",
);

/**
 * A captured body without keys: those of the channel, texts that look like one, and the values of secret fields.
 * @param secrets the channel's keys and secret header values
 */
export function redact(text: string, secrets: readonly string[]): string {
  return maskCredentials(maskSecrets(text, secrets.flatMap(secretsOf)))
    .replace(secretFields, "$1[redacted]$2")
    .replace(quotedFields, "$1[redacted]$3");
}
