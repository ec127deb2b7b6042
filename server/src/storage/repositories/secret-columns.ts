import type { SecretBox } from "../../platform/secret-box.ts";

/**
 * What each sealed column is bound to (secret box contexts): a text copied to another row or column does not open there.
 * Whoever seals or opens a column uses these words.
 */
export const sealedColumns = {
  /** `tokens.key_encrypted`; the row is named by its lookup hash, which exists before the row's id. */
  tokenKey: (keyHash: string): string => `tokens.key_encrypted:${keyHash}`,
  /** `channels.key_encrypted`: the channel's keys, one per line. */
  channelKey: (channelId: number): string => `channels.key_encrypted:${channelId}`,
  /** `options.value` of a secret setting. */
  option: (key: string): string => `options.value:${key}`,
};

/** The keys of a channel, in order. @throws SecretError */
export function openChannelKeys(
  secretBox: SecretBox,
  channel: { id: number; key_encrypted: string },
): string[] {
  return secretBox
    .open(channel.key_encrypted, sealedColumns.channelKey(channel.id))
    .split("\n")
    .filter((key) => key !== "");
}

/** `tokens.key_hash` of a relay key. The prefix `sk-` is for people: with or without it the key is the same. */
export function hashTokenKey(secretBox: SecretBox, key: string): string {
  return secretBox.keyedHash(`token:${key.replace(/^sk-/, "")}`);
}

/** `users.access_token_hash` of a console API access token. */
export function hashAccessToken(secretBox: SecretBox, accessToken: string): string {
  return secretBox.keyedHash(`access:${accessToken}`);
}

/** `sessions.id_hash` of a session cookie's value. */
export function hashSessionId(secretBox: SecretBox, sessionId: string): string {
  return secretBox.keyedHash(`session:${sessionId}`);
}
