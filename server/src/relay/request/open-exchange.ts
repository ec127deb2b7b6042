import type { AdmittedCall } from "../admission/admit-request.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { groupOf } from "../admission/caller-group.ts";
import { hasForeignSignature } from "../canonical/foreign-signature.ts";
import type { Exchange, RequestBody } from "../exchange.ts";
import type { Format } from "../formats/format.ts";
import { renderSuffix } from "./model-suffix.ts";
import { parseForm } from "./parse-form.ts";
import type { SnapshotReader } from "../ports.ts";
import { parseJson, readJson, wholeBody } from "./request-body.ts";

/**
 * Reads what routing, limits and price need from a request, and takes the configuration for the whole exchange.
 * Synchronous for JSON, by promise for forms.
 * @throws RelayError
 */
export function openExchange(
  snapshots: SnapshotReader,
  format: Format,
  { request, reply, admitted: { caller } }: AdmittedCall,
): Exchange | Promise<Exchange> {
  const open = (given: RequestBody): Exchange => {
    let body = given;
    let head = format.readHead(body.outline, request.path);
    if (format.capability === "chat") {
      if (head.model.includes("#")) ({ body, head } = renderSuffix(format, request, body, head));
      // An upstream would reject another one's reasoning signature; translation drops it.
      if (hasForeignSignature(body.cut?.bytes ?? request.body)) head.translated = true;
    }
    request.model = head.model;
    admitModel(caller, head.model);
    const snapshot = snapshots.current();
    const group = groupOf(caller, snapshot);
    return { request, reply, format, snapshot, caller, body, head, group, attempts: [], reserved: 0 };
  };
  if (format.capability === "chat")
    return open(readJson(request.body, format.withoutReasoning === undefined, request.memory));
  if (!format.form) return open(wholeBody(parseJson(request.body, request.memory)));
  const type = request.headers["content-type"];
  return parseForm(request.body, typeof type === "string" ? type : "").then((form) => open(wholeBody(form)));
}
