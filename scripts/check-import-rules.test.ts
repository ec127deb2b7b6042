import { beforeAll, describe, expect, it } from "vitest";
import { type Complaint, lintPlanted } from "./lint-planted.ts";

/** Imports that the table of ARCHITECTURE.md refuses: file, imported module, a word of the reason given. */
const refused: [string, string, string][] = [
  ["contract/src/tokens.ts", "node:fs", "zod and nothing else"],
  ["contract/src/tokens.ts", "fastify", "zod and nothing else"],
  ["contract/src/tokens.ts", "../../server/src/platform/clock.ts", "zod and nothing else"],
  ["server/src/platform/clock.ts", "../storage/database.ts", "Platform"],
  ["server/src/storage/database.ts", "../ledger/ledger.ts", "Storage"],
  ["server/src/storage/database.ts", "../control/tokens/service.ts", "Storage"],
  ["server/src/snapshot/relay-snapshot.ts", "./build-snapshot.ts", "relay-snapshot.ts"],
  ["server/src/snapshot/relay-snapshot.ts", "kysely", "relay-snapshot.ts"],
  ["server/src/snapshot/build-snapshot.ts", "../relay/ports.ts", "snapshot"],
  ["server/src/ledger/ledger.ts", "./leases.ts", "ledger.ts is a port"],
  ["server/src/ledger/ledger.ts", "@tollgate/contract/quota", "ledger.ts is a port"],
  ["server/src/ledger/leases.ts", "../control/users/service.ts", "only writer of balances"],
  ["server/src/relay/canonical/chat.ts", "../relay-error.ts", "canonical vocabulary"],
  ["server/src/relay/canonical/chat.ts", "zod", "canonical vocabulary"],
  ["server/src/relay/formats/alpha/index.ts", "../beta/index.ts", "another format"],
  ["server/src/relay/formats/alpha/index.ts", "../registry.ts", "another format"],
  ["server/src/relay/formats/alpha/index.ts", "../../providers/acme/index.ts", "never a provider"],
  ["server/src/relay/formats/alpha/index.ts", "../../ports.ts", "A wire format"],
  ["server/src/relay/formats/alpha/index.ts", "fastify", "A wire format"],
  ["server/src/relay/formats/kit/read-fields.ts", "../alpha/wire.ts", "knows none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../registry.ts", "knows none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../providers/kit/read-json.ts", "knows none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../ports.ts", "knows none"],
  ["server/src/relay/providers/acme/chat.ts", "../../formats/kit/read-fields.ts", "never a format"],
  ["server/src/relay/providers/acme/chat.ts", "../other/index.ts", "another vendor"],
  ["server/src/relay/providers/acme/chat.ts", "../../formats/alpha/index.ts", "never a format"],
  ["server/src/relay/providers/acme/chat.ts", "../../call-upstream.ts", "HTTP"],
  ["server/src/relay/providers/acme/chat.ts", "undici", "HTTP"],
  ["server/src/relay/providers/acme/chat.ts", "../../../ledger/ledger.ts", "the ledger"],
  ["server/src/relay/providers/acme/chat.ts", "../../../snapshot/relay-snapshot.ts", "the snapshot"],
  ["server/src/relay/providers/kit/read-sse.ts", "../acme/index.ts", "kit is pure"],
  ["server/src/relay/providers/kit/read-sse.ts", "../anthropic-compatible/chat.ts", "kit is pure"],
  ["server/src/relay/providers/openai-compatible/chat.ts", "../acme/chat.ts", "base for providers"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../acme/chat.ts", "base for providers"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../../ports.ts", "base for providers"],
  [
    "server/src/relay/providers/openai-responses-compatible/chat.ts",
    "../openai-compatible/chat.ts",
    "base for providers",
  ],
  ["server/src/relay/providers/openai-responses-compatible/chat.ts", "undici", "base for providers"],
  ["server/src/relay/providers/gemini-compatible/chat.ts", "../gemini/index.ts", "base for providers"],
  [
    "server/src/relay/providers/gemini-compatible/chat.ts",
    "../../formats/gemini-generate/index.ts",
    "base for providers",
  ],
  ["server/src/relay/routing/pick-channel.ts", "../providers/registry.ts", "Routing and metering"],
  ["server/src/relay/metering/price-call.ts", "../../ledger/sql-ledger.ts", "Routing and metering"],
  ["server/src/relay/serve-exchange.ts", "../storage/database.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../control/channels/service.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../relay-backing/usage-sink.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../snapshot/snapshot-store.ts", "relay-snapshot.ts"],
  ["server/src/relay/serve-exchange.ts", "../ledger/sql-ledger.ts", "ledger/ledger.ts"],
  ["server/src/relay/admission/admit-caller.ts", "../../http/session.ts", "never storage"],
  ["server/src/http/session.ts", "../storage/database.ts", "http is a shell"],
  ["server/src/http/session.ts", "../control/users/service.ts", "http is a shell"],
  ["server/src/control/tokens/service.ts", "../users/policy.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../relay/serve-exchange.ts", "probe-channel.ts"],
  ["server/src/control/tokens/service.ts", "../../ledger/sql-ledger.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../snapshot/snapshot-store.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../jobs/scheduler.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../payments/gateways/alipay/index.ts", "service.ts"],
  ["server/src/control/payments/gateways/alipay/index.ts", "../easy-pay/index.ts", "sibling"],
  ["server/src/control/payments/gateways/alipay/index.ts", "../../../../ledger/ledger.ts", "the ledger"],
  ["server/src/control/auth/sign-in/github/index.ts", "../../service.ts", "its port"],
  ["server/src/relay-backing/usage-sink.ts", "../relay/serve-exchange.ts", "relay/ports.ts"],
  ["server/src/relay-backing/usage-sink.ts", "../control/users/policy.ts", "service.ts"],
  ["server/src/jobs/prune-logs.ts", "../relay/ports.ts", "Jobs"],
  ["server/src/jobs/prune-logs.ts", "../control/logs/routes.ts", "Jobs"],
  ["server/src/build-app.ts", "../../console/src/app/screens.ts", "composition root"],
  ["server/src/jobs/prune-logs.ts", "../demo/prepare-demo.ts", "Jobs"],
  ["server/src/relay/serve-exchange.ts", "../config.ts", "never storage"],
  ["server/src/build-app.ts", "../test/support/start-app.ts", "Outside tests"],
  ["console/src/design-system/theme/palette.ts", "@tollgate/contract/access", "design system"],
  ["console/src/design-system/theme/palette.ts", "../../lib/store.ts", "design system"],
  ["console/src/lib/store.ts", "../widgets/quota-text/quota-text.tsx", "lib holds"],
  ["console/src/widgets/quota-text/quota-text.tsx", "../../screens/tokens/screen.ts", "Widgets"],
  ["console/src/screens/tokens/tokens-page.tsx", "../users/users-page.tsx", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../app/screens.ts", "the app"],
  ["console/src/screens/tokens/tokens-page.tsx", "@tollgate/server/config", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../../../contract/src/tokens.ts", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "./tokens-page.test.tsx", "Outside tests"],
  ["console/src/app/screens.ts", "../../../server/src/build-app.ts", "nothing of the server"],
];

const allowed: [string, string][] = [
  ["contract/src/tokens.ts", "zod"],
  ["contract/src/tokens.ts", "./quota.ts"],
  ["server/src/platform/clock.ts", "pino"],
  ["server/src/storage/database.ts", "@tollgate/contract/limits"],
  ["server/src/snapshot/build-snapshot.ts", "./relay-snapshot.ts"],
  ["server/src/snapshot/relay-snapshot.ts", "@tollgate/contract/cost"],
  ["server/src/relay/canonical/chat.ts", "@tollgate/contract/cost"],
  ["server/src/relay/canonical/chat.ts", "../format-ids.ts"],
  ["server/src/relay/formats/alpha/index.ts", "./wire.ts"],
  ["server/src/relay/formats/alpha/index.ts", "../format.ts"],
  ["server/src/relay/formats/alpha/index.ts", "../../canonical/chat.ts"],
  ["server/src/relay/formats/alpha/index.ts", "../../format-ids.ts"],
  ["server/src/relay/formats/alpha/index.ts", "../kit/read-fields.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../format.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../canonical/chat.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../form-body.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../relay-error.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../../platform/clock.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "@tollgate/contract/limits"],
  ["server/src/relay/providers/acme/chat.ts", "../provider.ts"],
  ["server/src/relay/providers/acme/chat.ts", "../anthropic-compatible/chat.ts"],
  ["server/src/relay/providers/acme/chat.ts", "../openai-responses-compatible/chat.ts"],
  ["server/src/relay/providers/acme/chat.ts", "../gemini-compatible/chat.ts"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../kit/read-sse.ts"],
  ["server/src/relay/providers/openai-responses-compatible/chat.ts", "../../canonical/chat.ts"],
  ["server/src/relay/providers/gemini-compatible/chat.ts", "../provider.ts"],
  ["server/src/relay/providers/acme/chat.ts", "../kit/read-sse.ts"],
  ["server/src/relay/providers/acme/chat.ts", "../openai-compatible/chat.ts"],
  ["server/src/relay/serve-exchange.ts", "../snapshot/relay-snapshot.ts"],
  ["server/src/relay/serve-exchange.ts", "../ledger/ledger.ts"],
  ["server/src/relay/serve-exchange.ts", "./providers/registry.ts"],
  ["server/src/relay/serve-exchange.ts", "./admission/admit-caller.ts"],
  ["server/src/control/tokens/service.ts", "../users/service.ts"],
  ["server/src/control/tokens/service.ts", "../../http/register-endpoint.ts"],
  ["server/src/control/tokens/service.ts", "../../snapshot/change-notice.ts"],
  ["server/src/control/channels/service.ts", "../../relay/probe-channel.ts"],
  ["server/src/control/channels/service.ts", "../../relay/providers/registry.ts"],
  ["server/src/control/payments/service.ts", "./gateways/alipay/index.ts"],
  ["server/src/control/payments/gateways/alipay/index.ts", "../gateway.ts"],
  ["server/src/relay-backing/usage-sink.ts", "../relay/ports.ts"],
  ["server/src/jobs/prune-logs.ts", "../control/logs/service.ts"],
  ["server/src/build-app.ts", "./relay/serve-exchange.ts"],
  ["server/src/build-app.ts", "./control/tokens/routes.ts"],
  ["server/src/main.ts", "./demo/prepare-demo.ts"],
  ["server/src/demo/prepare-demo.ts", "../build-app.ts"],
  ["server/src/relay/providers/acme/acme.test.ts", "../../../../test/conformance/provider-conformance.ts"],
  ["server/test/relay/billing.test.ts", "../../src/build-app.ts"],
  ["benchmarks/run.ts", "../server/src/build-app.ts"],
  ["e2e/sign-in.spec.ts", "../server/src/build-app.ts"],
  ["console/src/screens/tokens/tokens-page.tsx", "@tollgate/contract/tokens"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../widgets/quota-text/quota-text.tsx"],
  ["console/src/app/screens.ts", "../screens/tokens/screen.ts"],
];

/** One file per path, one import per line, so that a complaint's line says which import it means. */
function plantImports(cases: string[][]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [file = "", specifier = ""] of cases) {
    const line = (files[file] ?? "").split("\n").length;
    files[file] = `${files[file] ?? ""}export * as planted${line} from "${specifier}";\n`;
  }
  return files;
}

function complaintsAbout(
  complaints: Complaint[],
  files: Record<string, string>,
  file: string,
  specifier: string,
) {
  const line = (files[file] ?? "").split("\n").findIndex((text) => text.includes(`"${specifier}"`)) + 1;
  return complaints
    .filter((one) => one.rule === "boundaries(dependencies)" && one.file === file && one.line === line)
    .map((one) => one.message);
}

describe("import rules", () => {
  const files = plantImports([...refused, ...allowed]);
  let complaints: Complaint[];

  beforeAll(() => {
    complaints = lintPlanted(files);
  });

  it.each(refused)("%s may not import %s", (file, specifier, reason) => {
    const messages = complaintsAbout(complaints, files, file, specifier);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(reason);
    expect(messages[0]).toContain("See ARCHITECTURE.md");
  });

  it.each(allowed)("%s may import %s", (file, specifier) => {
    expect(complaintsAbout(complaints, files, file, specifier)).toEqual([]);
  });
});

describe("the linter", () => {
  it("sees every form of an import", () => {
    const file = "server/src/relay/formats/alpha/index.ts";
    const forms = [
      'import { a } from "../beta/wire.ts";',
      'import type { B } from "../beta/wire.ts";',
      'export { c } from "../beta/wire.ts";',
      'export const d = import("../beta/wire.ts");',
      'export type E = import("../beta/wire.ts").E;',
    ];
    const lines = lintPlanted({ [file]: `${forms.join("\n")}\n` })
      .filter((one) => one.rule === "boundaries(dependencies)")
      .map((one) => one.line);
    expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it("refuses a folder that is no room", () => {
    const complaints = lintPlanted({ "server/src/utils/text.ts": "export const text = 1;\n" });
    expect(complaints.map((one) => one.rule)).toContain("boundaries(no-unknown-files)");
  });

  it("refuses a circle between files", () => {
    const complaints = lintPlanted({
      "server/src/platform/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;\n',
      "server/src/platform/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;\n',
    });
    expect(complaints.map((one) => one.rule)).toContain("import(no-cycle)");
  });

  it("refuses a promise that nobody waits for", () => {
    const complaints = lintPlanted(
      {
        "server/tsconfig.json":
          '{ "compilerOptions": { "strict": true, "target": "es2024" }, "include": ["src"] }',
        "server/src/platform/save.ts":
          "async function save(): Promise<void> {}\nexport function start(): void {\n  save();\n}\n",
      },
      ["--type-aware"],
    );
    expect(complaints).toContainEqual(
      expect.objectContaining({ line: 3, rule: "typescript(no-floating-promises)" }),
    );
  });

  it("lets only config.ts read the environment", () => {
    const text = 'export const port = process.env["PORT"];\n';
    const complaints = lintPlanted({ "server/src/config.ts": text, "server/src/build-app.ts": text });
    const files = complaints.filter((one) => one.rule === "node(no-process-env)").map((one) => one.file);
    expect(files).toEqual(["server/src/build-app.ts"]);
  });
});
