import { parseOrder } from "@tollgate/contract/list-query";
import { listMails, sendTestMail } from "@tollgate/contract/mail";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { MailService } from "./service.ts";

export function registerMailRoutes(register: RegisterEndpoint, mail: MailService): void {
  register(listMails, ({ query }) => mail.list({ ...query, order: parseOrder(query.order) }, query.status));
  register(sendTestMail, ({ actor, body }) => mail.sendTest(actor, body.to));
}
