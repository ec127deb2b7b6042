import type { Exchange } from "../exchange.ts";
import { changedBody } from "./request-body.ts";

/**
 * Puts other bytes in the place of a caller's JSON request for the route that is tried; `restoreRequest` undoes it. `bytes` are those of the
 * outline where long media were cut out of the body.
 */
export function replaceRequest(exchange: Exchange, bytes: Buffer): void {
  const { body, head, request } = exchange;
  exchange.asked ??= { body, head, raw: request.body };
  const changed = changedBody(body, bytes);
  exchange.body = changed.body;
  request.body = changed.raw;
}

/** The request as its caller wrote it: another route begins with that. */
export function restoreRequest(exchange: Exchange): void {
  const { asked } = exchange;
  if (!asked) return;
  exchange.body = asked.body;
  exchange.head = asked.head;
  exchange.request.body = asked.raw;
  delete exchange.asked;
  delete exchange.preAdded;
}
