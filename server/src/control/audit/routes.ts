import { listAudit, listUserAudit } from "@tollgate/contract/audit";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AuditService } from "./service.ts";

export function registerAuditRoutes(register: RegisterEndpoint, audit: AuditService): void {
  register(listAudit, ({ query }) => audit.list({ ...query, order: parseOrder(query.order) }));
  register(listUserAudit, ({ actor, params, query }) =>
    audit.ofUser(actor, params.id, { ...query, order: parseOrder(query.order) }),
  );
}
