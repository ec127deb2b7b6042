import type { SignInKind } from "@tollgate/contract/oauth";
import type { Clock } from "../../../platform/clock.ts";
import { github } from "./github/index.ts";
import { lark } from "./lark/index.ts";
import type { SignInService } from "./method.ts";
import { createOidc } from "./oidc/index.ts";
import { weChat } from "./wechat/index.ts";

/** Every service that signs people in, one line each. */
export function createSignInMethods(deps: { clock: Clock }): Record<SignInKind, SignInService> {
  return {
    github,
    oidc: createOidc(deps),
    lark,
    wechat: weChat,
  };
}
