import { parseOrder } from "@tollgate/contract/list-query";
import {
  createToken,
  deleteToken,
  editTokens,
  getPlaygroundKey,
  getToken,
  getTokenSpending,
  listTokens,
  patchToken,
  revealTokenKey,
  rotateTokenKey,
  searchOwnTokens,
  tokenStatus,
  updateToken,
} from "@tollgate/contract/tokens";
import { getTokenUsage } from "@tollgate/contract/token-usage";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { TokenService } from "./service.ts";

export function registerTokenRoutes(register: RegisterEndpoint, tokens: TokenService): void {
  register(listTokens, ({ actor, query }) =>
    tokens.list(actor, { ...query, order: parseOrder(query.order) }),
  );
  register(getToken, ({ actor, params }) => tokens.get(actor, params.id));
  register(revealTokenKey, async ({ actor, params }) => ({ key: await tokens.revealKey(actor, params.id) }));
  register(searchOwnTokens, ({ actor, query }) => tokens.search(actor, query));
  register(getPlaygroundKey, ({ actor }) => tokens.playgroundKey(actor));
  register(getTokenUsage, async ({ tokenKey, request, beside }) => {
    const usage = await tokens.usage(tokenKey, request.ip);
    beside({ code: true });
    return usage;
  });
  register(createToken, ({ actor, body, fixed }) => tokens.create(actor, body, fixed));
  register(updateToken, ({ actor, query, body, fixed }) => {
    if (!query.status_only) return tokens.update(actor, body, fixed);
    if (body.status !== tokenStatus.enabled && body.status !== tokenStatus.disabled)
      throw new AppError("request.invalid", { fields: [statusMissing] });
    return tokens.setStatus(actor, body.id, body.status);
  });
  register(patchToken, ({ actor, params, body }) => tokens.setStatus(actor, params.id, body.status));
  register(deleteToken, async ({ actor, params }) => {
    await tokens.delete(actor, params.id);
    return null;
  });
  register(rotateTokenKey, ({ actor, params, body }) =>
    tokens.rotateKey(actor, params.id, body.grace_minutes),
  );
  register(getTokenSpending, ({ actor, query }) =>
    tokens.spending(actor, query.ids.split(",").map(Number), query.days),
  );
  register(editTokens, async ({ actor, body }) => ({
    changed: await tokens.editMany(actor, body.ids, body.action),
  }));
}

const statusMissing = {
  path: "status",
  code: "invalid_type",
  message: "Set status to 1 (enabled) or 2 (disabled).",
  params: { expected: "number" },
};
