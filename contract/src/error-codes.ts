/**
 * Every code that an answer under `/api` can carry: its HTTP status and its English sentence.
 * The console shows its own translation of a code; the sentence serves machines and unknown codes.
 * Placeholders in braces are filled from the error's parameters.
 */
export const errorCodes = {
  "request.invalid": { status: 400, message: "Some fields are not valid." },
  "request.malformed_json": { status: 400, message: "The body is not valid JSON." },
  "request.unsupported_media_type": { status: 415, message: "Send the body as application/json." },
  "request.too_large": { status: 413, message: "The body is larger than allowed." },
  "request.headers_too_large": { status: 431, message: "The headers are larger than 32 KB." },
  "request.malformed": { status: 400, message: "The request is not valid HTTP." },
  "request.too_slow": { status: 408, message: "The request took too long to arrive." },
  "request.not_found": { status: 404, message: "There is nothing at this address." },
  "request.cross_site": { status: 403, message: "This request came from another site and was refused." },
  "request.rate_limited": { status: 429, message: "Too many requests. Try again in {seconds} seconds." },
  "server.internal": { status: 500, message: "Something went wrong on the server." },
  "server.unavailable": { status: 503, message: "The server is stopping. Try again in a moment." },
  "server.busy": { status: 503, message: "The server is busy. Try again in {seconds} seconds." },
  "server.database_unavailable": {
    status: 503,
    message: "The database is not available at the moment. Try again shortly.",
  },
  "auth.required": { status: 401, message: "Sign in to do this." },
  "auth.bad_credentials": { status: 401, message: "Incorrect username or password." },
  "auth.user_disabled": { status: 403, message: "This account is disabled." },
  "auth.forbidden": { status: 403, message: "Your role does not allow this." },
  "task.not_found": { status: 404, message: "There is no such task." },
  "log.not_found": { status: 404, message: "There is no such log row." },
  "log.export_running": {
    status: 429,
    message: "You have an export running. Wait until it ends, or cancel it.",
  },
  "payment.no_address": {
    status: 409,
    message: "Set the server's address in the settings first: gateways report payments there.",
  },
  "payment.gateway_unavailable": {
    status: 502,
    message: "The payment gateway did not answer. Try again in a moment.",
  },
  "payment.cannot": { status: 409, message: "This gateway offers no such call." },
  "gateway.not_found": { status: 404, message: "There is no such payment gateway." },
  "gateway.unknown_type": { status: 400, message: "There is no kind of payment gateway called {type}." },
  "gateway.disabled": { status: 409, message: "This way to pay is switched off. Choose another." },
  "gateway.changed_meanwhile": {
    status: 409,
    message: "Somebody else changed this gateway meanwhile. Look at what is stored now.",
  },
  "notice_channel.not_found": { status: 404, message: "There is no such notice channel." },
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
    message: "Somebody else changed this notice channel meanwhile. Look at what is stored now.",
  },
  "notice_channel.unreadable": {
    status: 409,
    message:
      "This server's key does not open the stored credentials. Start it with the SECRET_KEY that was in use, or delete the channel and add it again.",
  },
  "notice.refused": { status: 502, message: "The message was not delivered: {reason}" },
  "order.not_accepted": {
    status: 502,
    message:
      "The payment gateway did not accept the order. You have not been charged; try again or pay another way.",
  },
  "order.not_found": { status: 404, message: "There is no such order." },
  "order.not_paid": { status: 200, message: "This order is not paid yet." },
  "order.not_payable": { status: 409, message: "This order cannot be paid any more. Order again." },
  "order.too_many_pending": {
    status: 409,
    message: "You have {maximum} unpaid orders. Pay one of them, or wait until they expire.",
  },
  "order.price_changed": { status: 409, message: "The price has changed to {price}. Look at it again." },
  "order.amount_too_small": { status: 400, message: "Top up at least ${minimum}." },
  "order.refund_under_way": {
    status: 409,
    message: "A refund of this order is under way. It is repeated until the gateway answers.",
  },
  "gateway.unreadable": {
    status: 409,
    message:
      "This server's key does not open the stored credentials. Start it with the SECRET_KEY that was in use, or delete the gateway and add it again.",
  },
  "order.nothing_to_refund": { status: 409, message: "At most {maximum} of this order can be refunded." },
  "payment.refused": { status: 409, message: "The payment gateway refused: {reason}" },
  "payment.wrong_credentials": {
    status: 400,
    message: "The payment gateway does not accept these credentials: {reason}",
  },
  "capture.not_found": { status: 404, message: "There is no such capture." },
  "auth.password_login_disabled": { status: 403, message: "Signing in with a password is switched off." },
  "auth.second_factor_required": { status: 403, message: "Enter the code of your second factor." },
  "auth.second_factor_wrong": { status: 400, message: "This code is incorrect or was already used." },
  "auth.second_factor_expired": {
    status: 401,
    message: "This sign-in took too long or had too many wrong codes. Sign in again.",
  },
  "auth.second_factor_setup_required": {
    status: 403,
    message: "Set up a second factor before you use administrator rights.",
  },
  "auth.proof_required": {
    status: 403,
    message: "Confirm that it is you: give a code of your second factor or sign in again.",
  },
  "auth.passkey_login_disabled": { status: 403, message: "Signing in with a passkey is switched off." },
  "passkey.refused": { status: 400, message: "This passkey was not accepted." },
  "passkey.challenge_expired": { status: 400, message: "This took too long or was used already. Try again." },
  "passkey.address_unsuitable": {
    status: 409,
    message: "Passkeys do not work at this address. Open the console at the server's own name, over HTTPS.",
  },
  "passkey.not_found": { status: 404, message: "This passkey does not exist." },
  "passkey.exists": { status: 409, message: "This passkey is registered already." },
  "passkey.too_many": { status: 409, message: "You have {maximum} passkeys already. Delete one first." },
  "second_factor.already_on": { status: 409, message: "The second factor is on already." },
  "second_factor.off": { status: 409, message: "The second factor is off." },
  "session.not_found": { status: 404, message: "This session has ended already." },
  "user.not_found": { status: 404, message: "This user does not exist." },
  "user.password_wrong": { status: 400, message: "The current password is incorrect." },
  "user.name_taken": { status: 409, message: "This username is taken." },
  "user.email_taken": { status: 409, message: "This address belongs to another account." },
  "user.link_taken": { status: 409, message: "This sign-in belongs to another account." },
  "oauth.method_disabled": { status: 403, message: "Signing in with {service} is switched off." },
  "oauth.state_unknown": {
    status: 403,
    message: "This sign-in was used already or did not begin here. Start again.",
  },
  "oauth.state_expired": { status: 403, message: "This sign-in took longer than ten minutes. Start again." },
  "oauth.state_other_browser": {
    status: 403,
    message: "This sign-in began in another browser. Start again in this one.",
  },
  "oauth.state_other_method": {
    status: 403,
    message: "This sign-in began with another service. Start again.",
  },
  "oauth.state_other_session": {
    status: 403,
    message: "Linking began in another session. Start again from your profile.",
  },
  "oauth.state_busy": {
    status: 409,
    message: "This sign-in is being finished at this moment. Wait a little.",
  },
  "oauth.opened_directly": {
    status: 403,
    message: "This address is for the console. Start signing in at its sign-in page.",
  },
  "oauth.unreachable": { status: 502, message: "{service} cannot be reached at the moment. Try again." },
  "oauth.refused": { status: 400, message: "{service} did not confirm this sign-in. Start again." },
  "oauth.misconfigured": {
    status: 502,
    message: "Signing in with {service} is not set up right. Tell the operator.",
  },
  "oauth.broken_off": { status: 502, message: "{service} stopped answering half-way. Start again." },
  "oauth.wechat_code_wrong": {
    status: 400,
    message: "This code is incorrect or has expired. Ask the WeChat account for a new one.",
  },
  "oauth.email_taken": {
    status: 409,
    message:
      "An account here has your e-mail address already. Sign in to it and link {service} in its profile.",
  },
  "oauth.verified_email_required": {
    status: 403,
    message: "Only addresses of certain domains are accepted here, and {service} confirmed none of yours.",
  },
  "user.linked_already": {
    status: 409,
    message: "Your account is linked to another {service} account. Unlink that one first.",
  },
  "user.not_linked": { status: 409, message: "Your account is not linked to {service}." },
  "user.last_sign_in": {
    status: 409,
    message:
      "This is the only way into your account. Set a password, link another service or add another passkey first.",
  },
  "register.disabled": { status: 403, message: "Registration is switched off." },
  "register.password_disabled": { status: 403, message: "Registration with a password is switched off." },
  "register.domain_not_allowed": { status: 400, message: "Addresses at {domain} are not accepted here." },
  "register.code_wrong": { status: 400, message: "The verification code is incorrect or has expired." },
  "reset.link_dead": { status: 400, message: "This link was used, has expired or is not valid." },
  "mail.not_configured": { status: 409, message: "This server is not set up to send mail." },
  "mail.refused": { status: 502, message: "The mail server refused: {reason}" },
  "turnstile.failed": { status: 400, message: "The check that you are human failed. Try again." },
  "turnstile.unavailable": {
    status: 503,
    message: "The check that you are human cannot be reached. Try again in a moment.",
  },
  "user.role_too_low": { status: 403, message: "You can act only on users with a lower role than yours." },
  "user.own_account": { status: 409, message: "You cannot do this to your own account." },
  "user.last_root": {
    status: 409,
    message: "The last super administrator cannot be demoted, disabled or deleted.",
  },
  "user.balance_too_low": { status: 409, message: "The balance is lower than what you want to take." },
  "mail.no_server_address": {
    status: 409,
    message: "The server's own address is not set, so no link can be sent.",
  },
  "token.not_found": { status: 404, message: "This token does not exist." },
  "token.expired": { status: 409, message: "This token has expired. Change its expiry time first." },
  "token.exhausted": { status: 409, message: "This token has no quota left. Raise its quota first." },
  "token.too_many": { status: 409, message: "You have {maximum} tokens already. Delete one first." },
  "token.key_changed": {
    status: 409,
    message: "The key of this token was replaced a moment ago. Reload the page.",
  },
  "token.group_not_allowed": { status: 400, message: "You cannot use the group {group}." },
  "channel.not_found": { status: 404, message: "This channel does not exist." },
  "channel.tag_not_found": { status: 404, message: "No channel has the tag {tag}." },
  "channel.address_not_public": {
    status: 400,
    message: "Only the super administrator may enter an address that is not public.",
  },
  "channel.last_model": {
    status: 400,
    message: "{channel} offers no other model. Disable or delete it instead.",
  },
  "channel.key_required": { status: 400, message: "Enter a key: {provider} needs one." },
  "channel.unknown_type": { status: 400, message: "There is no provider with the number {type}." },
  "channel.no_test_model": { status: 400, message: "Set a test model first." },
  "channel.models_unavailable": { status: 502, message: "The model list could not be fetched: {reason}" },
  "channel.cannot_list_models": { status: 400, message: "This provider has no model list to fetch." },
  "channel.being_tried": {
    status: 409,
    message: "The capabilities of this channel are being tried already. Wait for the result.",
  },
  "channel.balance_unavailable": { status: 502, message: "The balance could not be fetched: {reason}" },
  "channel.cannot_read_balance": { status: 400, message: "This provider does not tell a balance." },
  "model_owner.not_found": { status: 404, message: "This owner of models does not exist." },
  "model_owner.exists": { status: 409, message: "There is already an owner with the number {id}." },
  "model_owner.reserved": {
    status: 409,
    message: "Owners with numbers up to 1000 are the providers'. They can be renamed, but not deleted.",
  },
  "model_info.not_found": { status: 404, message: "There is no such description of a model." },
  "model_info.exists": { status: 409, message: "The model {model} is described already." },
  "price.not_found": { status: 404, message: "There is no price for {model}." },
  "price.listed_twice": { status: 400, message: "{model} is listed twice." },
  "price_list.not_json": { status: 400, message: "The price list is not valid JSON: {reason}" },
  "price_list.unknown_format": {
    status: 400,
    message:
      "This is not a price list that Tollgate can read. It reads its own, One API's, LiteLLM's and models.dev's.",
  },
  "price_list.no_prices": { status: 400, message: "The price list has no price that can be used." },
  "price_list.too_many": { status: 400, message: "The price list has more than {maximum} prices." },
  "price_list.unavailable": { status: 502, message: "The price list could not be fetched: {reason}." },
  "price_list.changed_meanwhile": {
    status: 409,
    message: "The price list or your prices changed after the preview. Check for updates again.",
  },
  "price.exists": { status: 409, message: "There is already a price for {model}." },
  "group.not_found": { status: 404, message: "This user group does not exist." },
  "group.exists": { status: 409, message: "There is already a group {symbol}." },
  "group.default_required": { status: 409, message: "The default group cannot be disabled or deleted." },
  "group.in_use": {
    status: 409,
    message: "The group {symbol} is still used by {users} users, {tokens} tokens and {channels} channels.",
  },
  "list.unknown_order": { status: 400, message: "The list cannot be sorted by {field}." },
  "setting.unknown": { status: 400, message: "There is no setting called {key}." },
  "setting.root_only": { status: 403, message: "Only the super administrator may change these settings." },
  "setting.changed_meanwhile": {
    status: 409,
    message: "Somebody else changed these settings meanwhile. Look at what is there now.",
  },
  "redemption.not_found": { status: 404, message: "This redemption code does not exist." },
  "redemption.used": { status: 409, message: "This code was redeemed. A used code cannot be changed." },
  "redemption.expired": { status: 409, message: "This code has expired. Change its expiry time first." },
  "redeem.unknown": { status: 400, message: "This code does not exist. Check it for typing errors." },
  "redeem.used": { status: 409, message: "This code was already redeemed." },
  "redeem.used_by_you": { status: 409, message: "You have already redeemed this code." },
  "redeem.disabled": { status: 409, message: "This code is disabled. Ask the person who gave it to you." },
  "redeem.expired": { status: 409, message: "This code has expired." },
  "redeem.changed": { status: 409, message: "This code was changed a moment ago. Try again." },
  "redeem.balance_too_large": { status: 409, message: "Your balance cannot hold the amount of this code." },
  "redeem.too_many_attempts": {
    status: 429,
    message: "Too many wrong codes. Try again in {seconds} seconds.",
  },
  "telegram_menu.not_found": { status: 404, message: "This command does not exist." },
  "telegram_menu.exists": { status: 409, message: "There is already a command /{command}." },
  "telegram_menu.too_many": { status: 409, message: "A bot has at most {maximum} custom commands." },
  "telegram.off": { status: 409, message: "No Telegram bot is set up. Set its token in the settings first." },
  "telegram.refused": { status: 502, message: "Telegram rejected the call: {reason}" },
  "telegram.unreachable": { status: 502, message: "The Bot API could not be reached. Try again later." },
  "telegram.bound": { status: 409, message: "Your account is already bound to a Telegram account." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The English sentence of a code with its `{placeholders}` filled; a missing parameter leaves an empty place. */
export function describeError(code: ErrorCode, params: Record<string, string | number> = {}): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}
