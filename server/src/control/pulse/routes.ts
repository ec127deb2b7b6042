import { getPulse } from "@tollgate/contract/pulse";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { PulseService } from "./service.ts";

export function registerPulseRoutes(register: RegisterEndpoint, pulse: PulseService): void {
  register(getPulse, () => pulse.read());
}
