/**
 * Every code that an answer under `/api` can carry: its HTTP status and its English sentence.
 * The console shows its own translation of a code; the sentence serves machines and unknown codes.
 * Placeholders in braces are filled from the error's parameters.
 */
export const errorCodes = {
  "request.invalid": { status: 400, message: "Some fields are invalid." },
  "request.malformed_json": { status: 400, message: "The body is not valid JSON." },
  "request.unsupported_media_type": { status: 415, message: "Send the body as application/json." },
  "request.too_large": { status: 413, message: "The body is larger than allowed." },
  "request.headers_too_large": { status: 431, message: "The headers are larger than 32 KB." },
  "request.malformed": { status: 400, message: "The request is not valid HTTP." },
  "request.too_slow": { status: 408, message: "The request took too long to arrive." },
  "request.not_found": { status: 404, message: "This endpoint does not exist." },
  "request.cross_site": { status: 403, message: "This request came from another site and was rejected." },
  "request.rate_limited": { status: 429, message: "Too many requests. Try again in {seconds} seconds." },
  "server.internal": { status: 500, message: "Server error. Try again later." },
  "server.unavailable": { status: 503, message: "The server is stopping. Try again in a moment." },
  "server.busy": { status: 503, message: "The server is busy. Try again in {seconds} seconds." },
  "server.database_unavailable": {
    status: 503,
    message: "The database is temporarily unavailable. Try again in a moment.",
  },
  "auth.required": { status: 401, message: "Sign in to do this." },
  "auth.bad_credentials": { status: 401, message: "Incorrect username or password." },
  "auth.user_disabled": { status: 403, message: "This account is disabled." },
  "auth.forbidden": { status: 403, message: "You do not have permission to do this." },
  "task.not_found": { status: 404, message: "This task does not exist." },
  "log.not_found": { status: 404, message: "This log entry does not exist." },
  "log.export_running": {
    status: 429,
    message: "You have an export running. Wait until it ends, or cancel it.",
  },
  "payment.no_address": {
    status: 409,
    message: "Set the server address in Settings first. Payment gateways send their notifications to it.",
  },
  "payment.gateway_unavailable": {
    status: 502,
    message: "The payment gateway did not respond. Try again in a moment.",
  },
  "payment.cannot": { status: 409, message: "This payment gateway does not support this action." },
  "gateway.not_found": { status: 404, message: "This payment gateway does not exist." },
  "gateway.unknown_type": { status: 400, message: "There is no payment gateway type {type}." },
  "gateway.disabled": { status: 409, message: "This payment method is disabled. Choose another." },
  "gateway.changed_meanwhile": {
    status: 409,
    message: "Another administrator changed this payment gateway. Reload and try again.",
  },
  "notice_channel.not_found": { status: 404, message: "This notice channel does not exist." },
  "notice_channel.unknown_type": {
    status: 400,
    message: "There is no notice channel type {type}.",
  },
  "notice_channel.too_many": {
    status: 409,
    message: "You have {maximum} notice channels already. Delete one first.",
  },
  "notice_channel.changed_meanwhile": {
    status: 409,
    message: "Another administrator changed this notice channel. Reload and try again.",
  },
  "notice_channel.unreadable": {
    status: 409,
    message:
      "The stored credentials cannot be decrypted. Start the server with its previous SECRET_KEY, or delete the channel and add it again.",
  },
  "notice.refused": { status: 502, message: "The message was not delivered: {reason}" },
  "order.not_accepted": {
    status: 502,
    message:
      "The payment gateway did not accept the order. You have not been charged; try again or pay another way.",
  },
  "order.not_found": { status: 404, message: "This order does not exist." },
  "order.not_paid": { status: 200, message: "This order is not paid yet." },
  "order.not_payable": { status: 409, message: "This order can no longer be paid. Create a new one." },
  "order.too_many_pending": {
    status: 409,
    message: "You have {maximum} unpaid orders. Pay one of them, or wait for them to expire.",
  },
  "order.price_changed": {
    status: 409,
    message: "The price has changed to {price}. Check it and try again.",
  },
  "order.amount_too_small": { status: 400, message: "Top up at least ${minimum}." },
  "order.refund_under_way": {
    status: 409,
    message: "A refund of this order is in progress. It is retried until the gateway responds.",
  },
  "gateway.unreadable": {
    status: 409,
    message:
      "The stored credentials cannot be decrypted. Start the server with its previous SECRET_KEY, or delete the gateway and add it again.",
  },
  "order.nothing_to_refund": { status: 409, message: "At most {maximum} of this order can be refunded." },
  "payment.refused": { status: 409, message: "The payment gateway rejected the request: {reason}" },
  "payment.wrong_credentials": {
    status: 400,
    message: "The payment gateway rejected the credentials: {reason}",
  },
  "capture.not_found": { status: 404, message: "This capture does not exist." },
  "auth.password_login_disabled": { status: 403, message: "Sign-in with a password is disabled." },
  "auth.second_factor_required": { status: 403, message: "Enter your two-factor authentication code." },
  "auth.second_factor_wrong": { status: 400, message: "This code is incorrect or was already used." },
  "auth.second_factor_expired": {
    status: 401,
    message: "This sign-in took too long or had too many wrong codes. Sign in again.",
  },
  "auth.second_factor_setup_required": {
    status: 403,
    message: "Set up two-factor authentication before you use administrator rights.",
  },
  "auth.proof_required": {
    status: 403,
    message: "Confirm your identity: enter a two-factor authentication code, or sign in again.",
  },
  "auth.passkey_login_disabled": { status: 403, message: "Sign-in with a passkey is disabled." },
  "passkey.refused": {
    status: 400,
    message: "This passkey could not be verified. Try again or use another one.",
  },
  "passkey.challenge_expired": {
    status: 400,
    message: "This passkey request has expired or was already used. Try again.",
  },
  "passkey.address_unsuitable": {
    status: 409,
    message: "Passkeys do not work at this address. Open the console over HTTPS at the server's domain name.",
  },
  "passkey.not_found": { status: 404, message: "This passkey does not exist." },
  "passkey.exists": { status: 409, message: "This passkey is already registered." },
  "passkey.too_many": { status: 409, message: "You have {maximum} passkeys already. Delete one first." },
  "second_factor.already_on": { status: 409, message: "Two-factor authentication is already on." },
  "second_factor.off": { status: 409, message: "Two-factor authentication is off." },
  "session.not_found": { status: 404, message: "This session has already ended." },
  "user.not_found": { status: 404, message: "This user does not exist." },
  "user.password_wrong": { status: 400, message: "The current password is incorrect." },
  "user.name_taken": { status: 409, message: "This username is taken." },
  "user.email_taken": { status: 409, message: "This email address belongs to another account." },
  "user.link_taken": { status: 409, message: "This external account is linked to another user." },
  "oauth.method_disabled": { status: 403, message: "Sign-in with {service} is disabled." },
  "oauth.state_unknown": {
    status: 403,
    message: "This sign-in was already used or did not start here. Start again.",
  },
  "oauth.state_expired": { status: 403, message: "This sign-in took longer than ten minutes. Start again." },
  "oauth.state_other_browser": {
    status: 403,
    message: "This sign-in started in another browser. Start again in this one.",
  },
  "oauth.state_other_method": {
    status: 403,
    message: "This sign-in started with another service. Start again.",
  },
  "oauth.state_other_session": {
    status: 403,
    message: "Linking started in another session. Start again from your profile.",
  },
  "oauth.state_busy": {
    status: 409,
    message: "This sign-in is already in progress. Wait a moment.",
  },
  "oauth.opened_directly": {
    status: 403,
    message: "Start from the sign-in page of the console.",
  },
  "oauth.unreachable": { status: 502, message: "{service} cannot be reached. Try again in a moment." },
  "oauth.refused": { status: 400, message: "{service} did not confirm this sign-in. Start again." },
  "oauth.misconfigured": {
    status: 502,
    message: "{service} sign-in is misconfigured. Contact your administrator.",
  },
  "oauth.broken_off": {
    status: 502,
    message: "{service} stopped responding during the sign-in. Start again.",
  },
  "oauth.wechat_code_wrong": {
    status: 400,
    message: "This code is incorrect or has expired. Get a new one from the WeChat account.",
  },
  "oauth.email_taken": {
    status: 409,
    message:
      "An account with your email address already exists. Sign in to it and link {service} in its profile.",
  },
  "oauth.verified_email_required": {
    status: 403,
    message: "Only email addresses of certain domains are accepted, and {service} verified none of yours.",
  },
  "user.linked_already": {
    status: 409,
    message: "Your account is linked to another {service} account. Unlink that one first.",
  },
  "user.not_linked": { status: 409, message: "Your account is not linked to {service}." },
  "user.last_sign_in": {
    status: 409,
    message:
      "This is your only sign-in method. Set a password, link another service or add another passkey first.",
  },
  "register.disabled": { status: 403, message: "Registration is disabled." },
  "register.password_disabled": { status: 403, message: "Registration with a password is disabled." },
  "register.domain_not_allowed": {
    status: 400,
    message: "Email addresses at {domain} are not accepted. Use another address.",
  },
  "register.code_wrong": {
    status: 400,
    message: "The verification code is incorrect or has expired. Request a new one.",
  },
  "reset.link_dead": {
    status: 400,
    message: "This link is invalid, has expired or was already used. Request a new one.",
  },
  "mail.not_configured": {
    status: 409,
    message: "No mail server is set up. Set it in Settings first.",
  },
  "mail.refused": { status: 502, message: "The mail server rejected the email: {reason}" },
  "turnstile.failed": { status: 400, message: "The human verification failed. Try again." },
  "turnstile.unavailable": {
    status: 503,
    message: "The human verification service cannot be reached. Try again in a moment.",
  },
  "user.role_too_low": { status: 403, message: "You can manage only users with a lower role than yours." },
  "user.own_account": { status: 409, message: "You cannot do this to your own account." },
  "user.last_root": {
    status: 409,
    message: "The last super administrator cannot be demoted, disabled or deleted.",
  },
  "user.balance_too_low": { status: 409, message: "The balance is lower than the amount to deduct." },
  "mail.no_server_address": {
    status: 409,
    message: "The server address is not set, so no link can be sent. Set it in Settings first.",
  },
  "token.not_found": { status: 404, message: "This token does not exist." },
  "token.expired": { status: 409, message: "This token has expired. Change its expiry time first." },
  "token.exhausted": { status: 409, message: "This token has no quota left. Raise its quota first." },
  "token.too_many": { status: 409, message: "You have {maximum} tokens already. Delete one first." },
  "token.key_changed": {
    status: 409,
    message: "The key of this token was just replaced. Reload and try again.",
  },
  "token.group_not_allowed": { status: 400, message: "You cannot use the group {group}." },
  "channel.not_found": { status: 404, message: "This channel does not exist." },
  "channel.tag_not_found": { status: 404, message: "No channel has the tag {tag}." },
  "channel.address_not_public": {
    status: 400,
    message: "Only a super administrator can enter an address that is not public.",
  },
  "channel.last_model": {
    status: 400,
    message: "{channel} has no other model. Disable or delete the channel instead.",
  },
  "channel.key_required": { status: 400, message: "Enter a key: {provider} needs one." },
  "channel.unknown_type": { status: 400, message: "There is no provider with the number {type}." },
  "channel.no_test_model": { status: 400, message: "Set a test model first." },
  "channel.models_unavailable": { status: 502, message: "The model list could not be loaded: {reason}" },
  "channel.changed_meanwhile": {
    status: 409,
    message: "Another administrator changed this channel's key or address. Reload and try again.",
  },
  "channel.cannot_list_models": { status: 400, message: "This provider has no model list API." },
  "channel.being_tried": {
    status: 409,
    message: "The capabilities of this channel are already being tested. Wait for the result.",
  },
  "channel.balance_unavailable": { status: 502, message: "The balance could not be loaded: {reason}" },
  "channel.cannot_read_balance": { status: 400, message: "This provider has no balance API." },
  "model_owner.not_found": { status: 404, message: "This model owner does not exist." },
  "model_owner.exists": { status: 409, message: "There is already a model owner with the number {id}." },
  "model_owner.reserved": {
    status: 409,
    message:
      "Model owners with numbers up to 1000 belong to providers. They can be renamed, but not deleted.",
  },
  "model_info.not_found": { status: 404, message: "This model description does not exist." },
  "model_info.exists": { status: 409, message: "There is already a description of the model {model}." },
  "price.not_found": { status: 404, message: "There is no price for {model}." },
  "price.listed_twice": { status: 400, message: "{model} is listed twice." },
  "price_list.not_json": { status: 400, message: "The price list is not valid JSON: {reason}" },
  "price_list.unknown_format": {
    status: 400,
    message:
      "This price list format is not supported. Use a list in the format of Tollgate, One API, LiteLLM or models.dev.",
  },
  "price_list.no_prices": { status: 400, message: "The price list has no usable price." },
  "price_list.too_many": { status: 400, message: "The price list has more than {maximum} prices." },
  "price_list.unavailable": { status: 502, message: "The price list could not be loaded: {reason}." },
  "price_list.changed_meanwhile": {
    status: 409,
    message: "The price list or your prices changed after the preview. Check for updates again.",
  },
  "price.exists": { status: 409, message: "There is already a price for {model}." },
  "group.not_found": { status: 404, message: "This user group does not exist." },
  "group.exists": { status: 409, message: "There is already a user group {symbol}." },
  "group.default_required": { status: 409, message: "The default group cannot be disabled or deleted." },
  "group.in_use": {
    status: 409,
    message:
      "The user group {symbol} is still used by {users} users, {tokens} tokens and {channels} channels.",
  },
  "list.unknown_order": { status: 400, message: "The list cannot be sorted by {field}." },
  "setting.unknown": { status: 400, message: "There is no setting {key}." },
  "setting.root_only": { status: 403, message: "Only a super administrator can change these settings." },
  "setting.changed_meanwhile": {
    status: 409,
    message: "Another administrator changed these settings. Reload and try again.",
  },
  "redemption.not_found": { status: 404, message: "This redemption code does not exist." },
  "redemption.used": { status: 409, message: "This code was already redeemed and can no longer be changed." },
  "redemption.expired": { status: 409, message: "This code has expired. Change its expiry time first." },
  "redeem.unknown": { status: 400, message: "This code does not exist. Check it for typing errors." },
  "redeem.used": { status: 409, message: "This code was already redeemed." },
  "redeem.used_by_you": { status: 409, message: "You have already redeemed this code." },
  "redeem.disabled": { status: 409, message: "This code is disabled. Ask the person who gave it to you." },
  "redeem.expired": { status: 409, message: "This code has expired." },
  "redeem.changed": { status: 409, message: "This code was just changed. Try again." },
  "redeem.balance_too_large": {
    status: 409,
    message: "This code would raise your balance above the maximum.",
  },
  "redeem.too_many_attempts": {
    status: 429,
    message: "Too many wrong codes. Try again in {seconds} seconds.",
  },
  "telegram_menu.not_found": { status: 404, message: "This command does not exist." },
  "telegram_menu.exists": { status: 409, message: "There is already a command /{command}." },
  "telegram_menu.too_many": {
    status: 409,
    message: "A bot can have up to {maximum} custom commands. Delete one first.",
  },
  "telegram.off": { status: 409, message: "No Telegram bot is set up. Set its token in Settings first." },
  "telegram.refused": { status: 502, message: "Telegram rejected the request: {reason}" },
  "telegram.unreachable": { status: 502, message: "Telegram could not be reached. Try again later." },
  "telegram.bound": {
    status: 409,
    message: "Your account is already linked to a Telegram account. Unlink it first.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The English sentence of a code with its `{placeholders}` filled; a missing parameter leaves an empty place. */
export function describeError(code: ErrorCode, params: Record<string, string | number> = {}): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}
