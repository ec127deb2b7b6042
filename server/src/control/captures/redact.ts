import { maskCredentials } from "../../platform/clean-message.ts";
import { maskSecrets } from "../../platform/mask-secrets.ts";

/** Fields of a JSON body whose value is a secret, whatever it looks like. The value may be cut off at the text's end. */
const secretFields =
  /("(?:x-)?(?:goog-)?(?:api[-_ ]?key|apikey|(?:proxy-)?authorization|password|passphrase|private[-_]?key|secret(?:[-_]?(?:key|access[-_]?key))?|(?:client|app)[-_]?secret|(?:access|refresh|auth|session|id)[-_]?token)"\s*:\s*")(?:[^"\\]|\\.)*("|$)/gi;

/**
 * A captured body without keys: those of the channel, what looks like one, and the values of fields that hold one.
 * @param secrets the channel's keys and secret header values
 */
export function redact(text: string, secrets: readonly string[]): string {
  return maskCredentials(maskSecrets(text, secrets)).replace(secretFields, "$1[redacted]$2");
}
