import { login, logout } from "@tollgate/contract/auth";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AuthService } from "./service.ts";

export function registerAuthRoutes(register: RegisterEndpoint, auth: AuthService): void {
  register(login, async ({ body, request, session }) => {
    const { user, sessionId } = await auth.login(body, {
      ip: request.ip,
      userAgent: request.userAgent,
      previous: session.id,
    });
    session.set(sessionId);
    return user;
  });

  register(logout, async ({ session }) => {
    await auth.logout(session.id);
    session.clear();
    return null;
  });
}
