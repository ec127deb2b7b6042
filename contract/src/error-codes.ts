/**
 * Every code that an answer under `/api` can carry (D5): its HTTP status and its English sentence.
 * The console shows its own translation of a code; the sentence serves machines and unknown codes.
 * Placeholders in braces are filled from the error's parameters.
 */
export const errorCodes = {
  "request.invalid": { status: 400, message: "Some fields are not valid." },
  "request.malformed_json": { status: 400, message: "The body is not valid JSON." },
  "request.unsupported_media_type": { status: 415, message: "Send the body as application/json." },
  "request.too_large": { status: 413, message: "The body is larger than allowed." },
  "request.not_found": { status: 404, message: "There is nothing at this address." },
  "request.cross_site": { status: 403, message: "This request came from another site and was refused." },
  "request.rate_limited": { status: 429, message: "Too many requests. Try again in {seconds} seconds." },
  "server.internal": { status: 500, message: "Something went wrong on the server." },
  "server.unavailable": { status: 503, message: "The server is stopping. Try again in a moment." },
  "auth.required": { status: 401, message: "Sign in to do this." },
  "auth.bad_credentials": { status: 401, message: "The username or password is not right." },
  "auth.user_disabled": { status: 403, message: "This account is disabled." },
  "auth.forbidden": { status: 403, message: "Your role does not allow this." },
  "auth.password_login_disabled": { status: 403, message: "Signing in with a password is switched off." },
  "user.not_found": { status: 404, message: "This user does not exist." },
  "user.password_wrong": { status: 400, message: "The current password is not right." },
  "token.not_found": { status: 404, message: "This token does not exist." },
  "token.expired": { status: 409, message: "This token has expired. Change its expiry time first." },
  "token.exhausted": { status: 409, message: "This token has no quota left. Raise its quota first." },
  "token.group_not_allowed": { status: 400, message: "You cannot use the group {group}." },
  "channel.not_found": { status: 404, message: "This channel does not exist." },
  "channel.unknown_type": { status: 400, message: "There is no provider with the number {type}." },
  "channel.no_test_model": { status: 400, message: "Set a test model first." },
  "channel.models_unavailable": { status: 502, message: "The model list could not be fetched: {reason}" },
  "channel.cannot_list_models": { status: 400, message: "This provider has no model list to fetch." },
  "channel.balance_unavailable": { status: 502, message: "The balance could not be fetched: {reason}" },
  "channel.cannot_read_balance": { status: 400, message: "This provider does not tell a balance." },
  "price.not_found": { status: 404, message: "There is no price for {model}." },
  "price.exists": { status: 409, message: "There is already a price for {model}." },
  "group.not_found": { status: 404, message: "This user group does not exist." },
  "group.exists": { status: 409, message: "There is already a group {symbol}." },
  "group.default_required": { status: 409, message: "The default group cannot be disabled or deleted." },
  "group.in_use": { status: 409, message: "The group {symbol} still has users." },
  "list.unknown_order": { status: 400, message: "The list cannot be sorted by {field}." },
  "setting.unknown": { status: 400, message: "There is no setting called {key}." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The English sentence of a code with its `{placeholders}` filled; a missing parameter leaves an empty place. */
export function describeError(code: ErrorCode, params: Record<string, string | number> = {}): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** True if a string from the wire is a code of this catalogue. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorCodes, code);
}
