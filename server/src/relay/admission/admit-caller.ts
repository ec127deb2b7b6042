import { tokenStatus } from "@tollgate/contract/tokens";
import { userStatus } from "@tollgate/contract/users";
import { isListed } from "../../platform/listed-address.ts";
import type { Caller } from "../ports.ts";
import { RelayError } from "../relay-error.ts";

/** Refuses what a token's own state forbids, before a channel is chosen. `now` is epoch seconds. @throws RelayError */
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

/** Parts of a name that lead elsewhere: some upstreams are asked for a model by their address. */
const leadsElsewhere = /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/;

/** Refuses a model that the token's list does not name, and names that are paths to others. @throws RelayError */
export function admitModel(caller: Caller, model: string): void {
  if (leadsElsewhere.test(model))
    throw new RelayError("invalid_request", "'model' must not lead elsewhere by '.' or '..'.", {
      param: "model",
    });
  if (caller.allowedModels && !caller.allowedModels.has(model)) {
    throw new RelayError("model_not_allowed", `This API key may not use the model ${model}.`, {
      param: "model",
    });
  }
}
