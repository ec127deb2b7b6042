import { parseOrder } from "@tollgate/contract/list-query";
import {
  createToken,
  deleteToken,
  editTokens,
  getToken,
  listTokens,
  patchToken,
  revealTokenKey,
  updateToken,
} from "@tollgate/contract/tokens";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { TokenService } from "./service.ts";

export function registerTokenRoutes(register: RegisterEndpoint, tokens: TokenService): void {
  register(listTokens, ({ actor, query }) =>
    tokens.list(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getToken, ({ actor, params }) => tokens.get(actor, params.id));
  register(revealTokenKey, async ({ actor, params }) => ({ key: await tokens.revealKey(actor, params.id) }));
  register(createToken, ({ actor, body }) => tokens.create(actor, body));
  register(updateToken, ({ actor, query, body }) => {
    if (!query.status_only) return tokens.update(actor, body);
    if (body.status === undefined) throw new AppError("request.invalid", { fields: [statusMissing] });
    return tokens.setStatus(actor, body.id, body.status);
  });
  register(patchToken, ({ actor, params, body }) => tokens.setStatus(actor, params.id, body.status));
  register(deleteToken, async ({ actor, params }) => {
    await tokens.delete(actor, params.id);
    return null;
  });
  register(editTokens, async ({ actor, body }) => ({
    changed: await tokens.editMany(actor, body.ids, body.action),
  }));
}

const statusMissing = {
  path: "status",
  code: "invalid_type",
  message: "Name the status to set.",
  params: { expected: "number" },
};
