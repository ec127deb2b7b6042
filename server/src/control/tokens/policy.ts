import { neverExpires, tokenStatus } from "@tollgate/contract/tokens";
import { AppError } from "../../platform/app-error.ts";

/**
 * The fields that decide whether a token can be used. `left` is what it may still spend, running calls' holdings
 * included.
 */
export interface TokenState {
  status: number;
  expired_time: number;
  unlimited: boolean;
  left: number;
}

/** Disabled stays disabled; otherwise expiry and quota decide, regardless of the stored status. */
export function shownStatus(state: TokenState, now: number): number {
  if (state.status === tokenStatus.disabled) return tokenStatus.disabled;
  if (isExpired(state, now)) return tokenStatus.expired;
  if (isExhausted(state)) return tokenStatus.exhausted;
  return tokenStatus.enabled;
}

/** @throws AppError if the enabled token could not be used. */
export function rejectUselessToken(state: TokenState, now: number): void {
  if (isExpired(state, now)) throw new AppError("token.expired");
  if (isExhausted(state)) throw new AppError("token.exhausted");
}

function isExpired(state: TokenState, now: number): boolean {
  return state.expired_time !== neverExpires && state.expired_time <= now;
}

function isExhausted(state: TokenState): boolean {
  return !state.unlimited && state.left <= 0;
}

/**
 * The token's owner must have access to the groups of a form; an empty one means the owner's own or none.
 * @throws AppError token.group_not_allowed, on the field that names it
 */
export function rejectForeignGroups(
  form: { group: string; backup_group: string },
  usable: readonly string[],
): void {
  for (const path of ["group", "backup_group"] as const) {
    const group = form[path];
    if (group === "" || usable.includes(group)) continue;
    const code = "token.group_not_allowed";
    const error = new AppError(code, { params: { group } });
    throw new AppError(code, {
      params: { group },
      fields: [{ path, code, message: error.message, params: { group } }],
    });
  }
}
