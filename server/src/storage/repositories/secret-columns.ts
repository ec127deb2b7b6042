import { type SecretBox, SecretError } from "../../platform/secret-box.ts";

/**
 * The binding of each sealed column (secret box contexts): a text copied to another row or column does not open there.
 * All code that seals or opens a column uses these texts.
 */
export const sealedColumns = {
  /** `tokens.key_encrypted`; the row is identified by its lookup hash, which exists before the row's id. */
  tokenKey: (keyHash: string): string => `tokens.key_encrypted:${keyHash}`,
  /** `redemptions.code_encrypted`; the row is identified by its lookup hash. */
  redemptionCode: (codeHash: string): string => `redemptions.code_encrypted:${codeHash}`,
  /** `channels.key_encrypted`: the channel's keys, one per line. */
  channelKey: (channelId: number): string => `channels.key_encrypted:${channelId}`,
  /** One of `channelSecretTexts`. */
  channelText: (channelId: number, column: string): string => `channels.${column}:${channelId}`,
  /** `users.totp_secret_encrypted`: the secret of two-factor authentication, base32. */
  twoFactor: (userId: number): string => `users.totp_secret_encrypted:${userId}`,
  /** `sign_in_states.secrets_encrypted`: values for checking the service's response. */
  signInSecrets: (stateHash: string): string => `sign_in_states.secrets_encrypted:${stateHash}`,
  /** `translated_items.content_encrypted`: an item of a response. */
  translatedItem: (userId: number, id: string): string =>
    `translated_items.content_encrypted:${userId}:${id}`,
  /** `translated_item_groups.content_encrypted`: items of responses, in the order of `ids`. */
  translatedItemGroup: (userId: number, ids: string): string =>
    `translated_item_groups.content_encrypted:${userId}:${ids}`,
  /** `captures.request_encrypted` and `response_encrypted`: a body of a call. */
  capture: (requestId: string, part: string): string => `captures.${part}_encrypted:${requestId}`,
  /** `payment_gateways.config_encrypted`: the JSON of an account's fields. */
  paymentGateway: (uuid: string): string => `payment_gateways.config_encrypted:${uuid}`,
  /** `notice_channels.config_encrypted`: the JSON of an account's fields. */
  noticeChannel: (uuid: string): string => `notice_channels.config_encrypted:${uuid}`,
  /** `notices.body_encrypted`; the row is identified by its `seal_ref`. */
  noticeBody: (sealRef: string): string => `notices.body_encrypted:${sealRef}`,
  /** `telegram_messages.body_encrypted`; the row is identified by its `seal_ref`. */
  telegramMessage: (sealRef: string): string => `telegram_messages.body_encrypted:${sealRef}`,
  /** `options.value` of a secret setting. */
  option: (key: string): string => `options.value:${key}`,
  /** `mails.body_encrypted`; the row is identified by its `seal_ref`, which exists before the row's id. */
  mailBody: (sealRef: string): string => `mails.body_encrypted:${sealRef}`,
};

/** The keys of a channel, in order; one empty key where it has none. @throws SecretError */
export function openChannelKeys(
  secretBox: SecretBox,
  channel: { id: number; key_encrypted: string },
): string[] {
  const keys = secretBox
    .open(channel.key_encrypted, sealedColumns.channelKey(channel.id))
    .split("\n")
    .filter((key) => key !== "");
  return keys.length > 0 ? keys : [""];
}

/**
 * Columns of a channel that may contain a credential in addition to its keys: a proxy's password, headers, parameters,
 * a plug-in's own values.
 */
export const channelSecretTexts = ["proxy", "model_headers", "custom_parameter", "plugin"] as const;
type ChannelSecretTexts = Partial<Record<(typeof channelSecretTexts)[number], string>>;
/** The empty value of these columns. */
export const nothingToSeal = ["", "{}"];
/** Prefix of every sealed text, and of none of these texts in clear: they are addresses and JSON. */
export const sealedBeginning = "v1.";

/** Seals a channel's columns that may contain a credential; empty ones stay as they are. */
export function sealChannelTexts<Columns extends ChannelSecretTexts>(
  secretBox: SecretBox,
  channelId: number,
  columns: Columns,
): Columns {
  const sealed = { ...columns };
  for (const name of channelSecretTexts) {
    const text = columns[name];
    if (text === undefined || nothingToSeal.includes(text)) continue;
    sealed[name] = secretBox.seal(text, sealedColumns.channelText(channelId, name));
  }
  return sealed;
}

/**
 * The row as it was before `sealChannelTexts`; rows from before these columns were sealed stay as they are, until
 * `sealOldChannels` has sealed them. A text that this server's key does not open is empty, so that the channel can be
 * opened and its values entered again; its keys do not open either.
 */
export function openChannelTexts<Row extends ChannelSecretTexts & { id: number }>(
  secretBox: SecretBox,
  row: Row,
): Row {
  const opened: ChannelSecretTexts = {};
  for (const name of channelSecretTexts) {
    const text = row[name];
    if (text?.startsWith(sealedBeginning) !== true) continue;
    opened[name] = openOrNothing(secretBox, text, sealedColumns.channelText(row.id, name));
  }
  return { ...row, ...opened };
}

function openOrNothing(secretBox: SecretBox, text: string, context: string): string {
  try {
    return secretBox.open(text, context);
  } catch (error) {
    if (error instanceof SecretError) return "";
    throw error;
  }
}

/** `tokens.key_hash` of a relay key. The prefix `sk-` is optional: with or without it the key is the same. */
export function hashTokenKey(secretBox: SecretBox, key: string): string {
  return secretBox.keyedHash(`token:${key.replace(/^sk-/, "")}`);
}

/** `redemptions.code_hash` of a redemption code. */
export function hashRedemptionCode(secretBox: SecretBox, code: string): string {
  return secretBox.keyedHash(`redemption:${code}`);
}

/** `users.access_token_hash` of a console API access token. */
export function hashAccessToken(secretBox: SecretBox, accessToken: string): string {
  return secretBox.keyedHash(`access:${accessToken}`);
}

/** `sessions.id_hash` of a session cookie's value. */
export function hashSessionId(secretBox: SecretBox, sessionId: string): string {
  return secretBox.keyedHash(`session:${sessionId}`);
}

/** `sign_in_states.state_hash` of a state. */
export function hashSignInState(secretBox: SecretBox, state: string): string {
  return secretBox.keyedHash(`sign-in-state:${state}`);
}

/** `sign_in_states.browser_hash` of the cookie that binds a state to its browser. */
export function hashSignInBrowser(secretBox: SecretBox, cookie: string): string {
  return secretBox.keyedHash(`sign-in-browser:${cookie}`);
}

/** `used_sign_in_codes.code_hash` of a code and its person, so that no code uses up another person's. */
export function hashSignInCode(secretBox: SecretBox, code: string, person: string): string {
  return secretBox.keyedHash(`sign-in-code:${JSON.stringify([code, person])}`);
}

/** `recovery_codes.code_hash` of a code as it was shown; case, spaces and dashes do not matter. */
export function hashRecoveryCode(secretBox: SecretBox, userId: number, code: string): string {
  return secretBox.keyedHash(`recovery:${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`);
}

/** `passkey_challenges.id_hash` of the cookie that binds a browser to its challenge. */
export function hashChallengeId(secretBox: SecretBox, id: string): string {
  return secretBox.keyedHash(`passkey-challenge:${id}`);
}

/** The user handle of a passkey: the same for all passkeys of a user, without personal data (WebAuthn, §14.6.1). */
export function passkeyUserHandle(secretBox: SecretBox, userId: number): string {
  return secretBox.keyedHash(`passkey-user:${userId}`);
}

/** The public id of a session in its user's list, so that no hash of a cookie leaves the server. */
export function nameSession(secretBox: SecretBox, idHash: string): string {
  return secretBox.keyedHash(`session-name:${idHash}`).slice(0, 32);
}

/** `one_time_codes.hash` of a code for binding a Telegram account: the row is found by it. */
export function hashBindCode(secretBox: SecretBox, code: string): string {
  return secretBox.keyedHash(`telegram-code:${code}`);
}

/** `one_time_codes.hash` of a code or link from a mail. */
export function hashOneTimeCode(
  secretBox: SecretBox,
  code: { purpose: string; subject: string; text: string },
): string {
  return secretBox.keyedHash(`code:${code.purpose}:${code.subject}:${code.text}`);
}
