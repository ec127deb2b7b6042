import { addEntry, addImport } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";

const gateways = "server/src/control/payments/gateways";

/** A payment gateway with a signed form and a signed callback. */
export function planPayment(names: Names): Plan {
  const folder = `${gateways}/${names.kebab}`;
  const registry = `${gateways}/registry.ts`;
  return {
    files: fillTemplate("payment", folder, { ...names, initial: names.title.charAt(0) }),
    edits: [
      [registry, addImport(`import { gateway as ${names.camel} } from "./${names.kebab}/index.ts";`)],
      [
        registry,
        addEntry({ list: "export const gateways: readonly PaymentGateway[] = [", entry: names.camel }),
      ],
    ],
    next: [
      `${folder}/descriptor.ts: currencies, and the credentials that an administrator enters`,
      `${folder}/index.ts, sign.ts, wire.ts: the gateway's own calls, signature and fields`,
      `${folder}/${names.kebab}.test.ts: callbacks as the gateway signs them; refund, if it offers refunds`,
    ],
  };
}
