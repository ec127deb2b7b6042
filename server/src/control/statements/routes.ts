import { parseOrder } from "@tollgate/contract/list-query";
import {
  getInvoiceDetail,
  getStatement,
  getUserStatement,
  listInvoices,
} from "@tollgate/contract/statements";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { StatementService } from "./service.ts";

export function registerStatementRoutes(register: RegisterEndpoint, statements: StatementService): void {
  register(getStatement, ({ actor, query }) => statements.own(actor, query.month));
  register(getUserStatement, ({ actor, params, query }) => statements.ofUser(actor, params.id, query.month));
  register(listInvoices, ({ actor, query }) =>
    statements.invoices(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getInvoiceDetail, ({ actor, query }) => statements.invoice(actor, query.date));
}
