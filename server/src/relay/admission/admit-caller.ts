import { tokenStatus } from "@tollgate/contract/tokens";
import { userStatus } from "@tollgate/contract/users";
import { isListed } from "../../platform/listed-address.ts";
import type { Caller } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

/** Rejects a caller whose user or token may not call at all. `now` is epoch seconds. @throws RelayError */
export function admitCaller(caller: Caller, sourceIp: string, now: number): void {
  if (caller.userStatus !== userStatus.enabled) {
    throw new RelayError("user_disabled", "The account of this API key is disabled.");
  }
  if (caller.tokenStatus === tokenStatus.disabled) {
    throw new RelayError("token_disabled", "This API key is disabled.");
  }
  if (caller.tokenStatus === tokenStatus.expired || (caller.tokenExpires > 0 && caller.tokenExpires <= now)) {
    throw new RelayError("token_expired", "This API key has expired.");
  }
  if (caller.allowedAddresses && !isListed(sourceIp, caller.allowedAddresses)) {
    throw new RelayError("address_refused", "This API key may not be used from this address.");
  }
}

/** `.` and `..` as path segments: some upstreams have the model's name in the URL. */
const leadsElsewhere = /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/;

/** Rejects models outside the token's list, and names that are paths to other resources. @throws RelayError */
export function admitModel(caller: Caller, model: string): void {
  if (leadsElsewhere.test(model))
    throw new RelayError("invalid_request", "'model' must not contain the path segments '.' or '..'.", {
      param: "model",
    });
  if (caller.allowedModels && !caller.allowedModels.has(model)) {
    throw new RelayError("model_not_allowed", `This API key may not use the model ${model}.`, {
      param: "model",
    });
  }
}
