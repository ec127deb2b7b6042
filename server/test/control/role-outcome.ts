import { type Access, hasAccess } from "@tollgate/contract/access";
import type { Client } from "../support/as-user.ts";

/** Who can call an endpoint. */
export interface Expectation {
  access: Access;
  owned?: "token" | "order";
  onUser?: true;
  /** Administrators need a setting for it, which is off here. */
  bySetting?: true;
  /** Called with the key of an API token, and by nothing else. */
  byKey?: true;
}

/** One caller of the role matrix. */
export interface Caller {
  name: string;
  /** Undefined: no caller. */
  role: number | undefined;
  connect(): Promise<Client>;
  /** The expected result instead of an access decision. */
  always?: { status: number; code: string };
}

/** Name of the caller that has an API token's key instead of a session. */
export const relayKey = "a relay key of an admin";

/** Root reaches all tokens through the administrators' endpoints, and none through those for one's own. */
function mayReach(caller: Caller, { access }: Expectation): boolean {
  return access === "admin" && caller.role === 100;
}

/** The expected response to this caller; a code alone is forbidden if it has the prefix `not`. */
export function outcome(caller: Caller, expectation: Expectation): string {
  if (expectation.byKey) return caller.name === relayKey ? "admitted" : "401 auth.required";
  if (caller.always && expectation.access !== "public")
    return `${caller.always.status} ${caller.always.code}`;
  if (!hasAccess(caller.role, expectation.access))
    return caller.role === undefined ? "401 auth.required" : "403 auth.forbidden";
  if (expectation.owned && !mayReach(caller, expectation)) return `404 ${expectation.owned}.not_found`;
  if (expectation.onUser && caller.role !== 100) return "403 user.role_too_low";
  if (expectation.bySetting && caller.role !== 100) return "403 auth.forbidden";
  return "admitted";
}

/** An admitted request may fail for its content, never for its caller, and never by accident. */
export function seen(answer: { status: number; code: string | undefined }, expected: string): string {
  const plain = `${answer.status} ${answer.code}`;
  const turnedAway =
    plain === "401 auth.required" || answer.code === "auth.forbidden" || answer.status === 500;
  return expected === "admitted" && !turnedAway ? "admitted" : plain;
}
