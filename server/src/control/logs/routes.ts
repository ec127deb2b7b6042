import { parseOrder } from "@tollgate/contract/list-query";
import { deleteLogs, listLogs, listOwnLogs, sumLogs, sumOwnLogs } from "@tollgate/contract/logs";
import { listTokenLogs } from "@tollgate/contract/token-usage";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { LogService } from "./service.ts";

export function registerLogRoutes(register: RegisterEndpoint, logs: LogService): void {
  register(listLogs, ({ query }) => logs.list({ ...query, order: parseOrder(query.order) }));
  register(listOwnLogs, ({ actor, query }) =>
    logs.listOwn(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(listTokenLogs, ({ tokenKey, request }) => logs.listOfKey(tokenKey, request.ip));
  register(deleteLogs, ({ actor, query }) => logs.cleanNow(actor, query.target_timestamp));
  register(sumLogs, ({ query }) => logs.sum(query));
  register(sumOwnLogs, ({ actor, query }) => logs.sumOwn(actor, query));
}
