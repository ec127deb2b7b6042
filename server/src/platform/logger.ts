import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

const secretNames = [
  "authorization",
  "cookie",
  "password",
  "current_password",
  "password_hash",
  "key",
  "keys",
  "key_encrypted",
  "access_token",
  "secret",
  "x-api-key",
  "mj-api-secret",
  "x-goog-api-key",
  "set-cookie",
];

/** Every secret name at the top, one and two levels down: deeper structures are not logged. */
const secretPaths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** JSON lines on standard output; secrets are replaced before they are written. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    redact: { paths: secretPaths, censor: "[hidden]" },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
