import { type PaidField, standardTiers } from "../../canonical/paid-fields.ts";

export const serviceTier: PaidField = { field: "service_tier", rule: "strip", free: standardTiers };

/** Fast mode. Speech has a number of the same name. */
export const speed: PaidField = { field: "speed", rule: "strip", free: ["standard"], textOnly: true };
