import { getReconciliation, runReconciliation } from "@tollgate/contract/reconciliation";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ReconciliationService } from "./service.ts";

export function registerReconciliationRoutes(
  register: RegisterEndpoint,
  reconciliation: ReconciliationService,
): void {
  register(getReconciliation, () => reconciliation.last());
  register(runReconciliation, () => reconciliation.check());
}
