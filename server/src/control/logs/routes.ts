import { parseOrder } from "@tollgate/contract/list-query";
import {
  checkLogExport,
  deleteLogs,
  exportLogs,
  exportOwnLogs,
  getLog,
  getOwnLog,
  listLogNames,
  listLogs,
  listOwnLogNames,
  listOwnLogs,
  sumLogs,
  sumOwnLogs,
} from "@tollgate/contract/logs";
import { listTokenLogs } from "@tollgate/contract/token-usage";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { LogService } from "./service.ts";

export function registerLogRoutes(register: RegisterEndpoint, logs: LogService): void {
  register(listLogs, ({ query }) => logs.list({ ...query, order: parseOrder(query.order) }));
  register(listOwnLogs, ({ actor, query }) =>
    logs.listOwn(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getLog, ({ params }) => logs.find(params.id));
  register(getOwnLog, ({ actor, params }) => logs.findOwn(actor, params.id));
  register(exportLogs, ({ actor, query: { format, ...query } }) => logs.exportAll(actor, query, format));
  register(exportOwnLogs, ({ actor, query: { format, ...query } }) => logs.exportOwn(actor, query, format));
  register(checkLogExport, ({ actor }) => logs.checkExport(actor));
  register(listLogNames, ({ query }) => logs.names(query.field, query.text));
  register(listOwnLogNames, ({ actor, query }) => logs.names(query.field, query.text, actor.id));
  register(listTokenLogs, ({ tokenKey, request }) => logs.listOfKey(tokenKey, request.ip));
  register(deleteLogs, ({ actor, query }) => logs.cleanNow(actor, query.target_timestamp));
  register(sumLogs, ({ query }) => logs.sum(query));
  register(sumOwnLogs, ({ actor, query }) => logs.sumOwn(actor, query));
}
