import { deleteOwnedToken, searchTokens, setTokenStatus } from "@tollgate/contract/admin-tokens";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AnyTokenService } from "./any-tokens.ts";

export function registerAnyTokenRoutes(register: RegisterEndpoint, tokens: AnyTokenService): void {
  register(searchTokens, ({ actor, query }) =>
    tokens.search(actor, {
      ...query,
      order: parseOrder(query.order),
      userId: query.user_id,
      tokenId: query.token_id,
    }),
  );
  register(setTokenStatus, ({ actor, body, fixed }) => tokens.setStatus(actor, body, fixed));
  register(deleteOwnedToken, async ({ actor, params }) => {
    await tokens.delete(actor, params.id);
    return null;
  });
}
