import { beforeAll, describe, expect, it } from "vitest";
import { checkImportRules } from "./check-import-rules.ts";
import { repositoryRoot } from "./finding.ts";
import { lintPlanted } from "./lint-planted.ts";
import { checkPlanted, checkPlantedImports, type PlantedImport } from "./plant-imports.ts";
import { plantTree } from "./plant-tree.ts";

/**
 * Imports that must be rejected, written out by hand, so that a mistake in the table is found: file, imported module, words of the
 * reason given. `rooms.test.ts` plants one from every room into every other one.
 */
const rejected: [string, string, string][] = [
  ["contract/src/tokens.ts", "node:fs", "server and in the browser"],
  ["contract/src/tokens.ts", "fastify", "server and in the browser"],
  ["contract/src/tokens.ts", "../../server/src/platform/clock.ts", "server and in the browser"],
  ["server/src/platform/clock.ts", "../storage/database.ts", "without product logic"],
  ["server/src/storage/database.ts", "../ledger/ledger.ts", "rows, not rules"],
  ["server/src/storage/database.ts", "../control/tokens/service.ts", "rows, not rules"],
  ["server/src/snapshot/relay-snapshot.ts", "./build-snapshot.ts", "relay-snapshot.ts"],
  ["server/src/snapshot/relay-snapshot.ts", "kysely", "relay-snapshot.ts"],
  ["server/src/snapshot/build-snapshot.ts", "../relay/ports.ts", "relay's configuration"],
  ["server/src/ledger/ledger.ts", "./leases.ts", "a port that imports only its row"],
  ["server/src/ledger/ledger.ts", "@tollgate/contract/quota", "a port that imports only its row"],
  ["server/src/ledger/leases.ts", "../control/users/service.ts", "only writer of balances"],
  ["server/src/relay/canonical/chat.ts", "../relay-error.ts", "both use its types"],
  ["server/src/relay/canonical/chat.ts", "zod", "both use its types"],
  ["server/src/relay/formats/openai-chat/index.ts", "../anthropic-messages/index.ts", "another format"],
  ["server/src/relay/formats/openai-chat/index.ts", "../registry.ts", "another format"],
  ["server/src/relay/formats/openai-chat/index.ts", "../../providers/zhipu/index.ts", "never a provider"],
  ["server/src/relay/formats/openai-chat/index.ts", "../../ports.ts", "never a provider or another format"],
  ["server/src/relay/formats/openai-chat/index.ts", "fastify", "never a provider or another format"],
  ["server/src/relay/formats/kit/read-fields.ts", "../openai-chat/wire.ts", "specific to none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../registry.ts", "specific to none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../providers/kit/read-json.ts", "specific to none"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../ports.ts", "specific to none"],
  ["server/src/relay/providers/zhipu/chat.ts", "../../formats/kit/read-fields.ts", "never a format"],
  ["server/src/relay/providers/zhipu/chat.ts", "../baidu/index.ts", "another vendor"],
  ["server/src/relay/providers/zhipu/chat.ts", "../../formats/openai-chat/index.ts", "never a format"],
  ["server/src/relay/providers/zhipu/chat.ts", "../../upstream/call-upstream.ts", "HTTP"],
  ["server/src/relay/providers/zhipu/chat.ts", "undici", "HTTP"],
  ["server/src/relay/providers/zhipu/chat.ts", "../../../ledger/ledger.ts", "the ledger"],
  ["server/src/relay/providers/zhipu/chat.ts", "../../../snapshot/relay-snapshot.ts", "the snapshot"],
  ["server/src/relay/providers/kit/read-sse.ts", "../zhipu/index.ts", "pure functions"],
  ["server/src/relay/providers/kit/read-sse.ts", "../anthropic-compatible/chat.ts", "pure functions"],
  ["server/src/relay/providers/openai-compatible/chat.ts", "../zhipu/chat.ts", "a base for providers"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../zhipu/chat.ts", "a base for providers"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../../ports.ts", "a base for providers"],
  [
    "server/src/relay/providers/openai-responses-compatible/chat.ts",
    "../openai-compatible/chat.ts",
    "a base for providers",
  ],
  ["server/src/relay/providers/openai-responses-compatible/chat.ts", "undici", "a base for providers"],
  ["server/src/relay/providers/gemini-compatible/chat.ts", "../gemini/index.ts", "a base for providers"],
  [
    "server/src/relay/providers/gemini-compatible/chat.ts",
    "../../formats/gemini-generate/index.ts",
    "a base for providers",
  ],
  ["server/src/relay/routing/pick-channel.ts", "../providers/registry.ts", "decisions over types"],
  ["server/src/relay/metering/price-call.ts", "../../ledger/sql-ledger.ts", "decisions over types"],
  ["server/src/relay/serve-exchange.ts", "../storage/database.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../control/channels/service.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../relay-adapters/usage-sink.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "../snapshot/snapshot-store.ts", "relay-snapshot.ts"],
  ["server/src/relay/serve-exchange.ts", "../ledger/sql-ledger.ts", "never storage"],
  ["server/src/relay/admission/admit-caller.ts", "../../http/session.ts", "neither body nor channel"],
  ["server/src/relay/event-stream/sse-frames.ts", "../providers/kit/read-json.ts", "for all vendors"],
  ["server/src/relay/response-state/bindings.ts", "../routing/affinity.ts", "chooses no channel"],
  ["server/src/relay/request/request-body.ts", "../upstream/call-upstream.ts", "sends nothing"],
  ["server/src/relay/upstream/call-upstream.ts", "../routing/affinity.ts", "whatever its purpose"],
  ["server/src/relay/answer/call-path.ts", "../routing/search-route.ts", "neither routes nor books"],
  ["server/src/relay/endpoints/serve-raw.ts", "../listener/read-body.ts", "never the listener"],
  ["server/src/relay/realtime/delivery.ts", "../listener/read-body.ts", "never the listener"],
  ["server/src/relay/serve-exchange.ts", "./endpoints/serve-raw.ts", "never storage"],
  ["server/src/relay/serve-exchange.ts", "./listener/read-body.ts", "never storage"],
  ["server/src/http/session.ts", "../storage/database.ts", "a shell around endpoints"],
  ["server/src/http/session.ts", "../control/users/service.ts", "a shell around endpoints"],
  ["server/src/control/tokens/service.ts", "../users/policy.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../relay/serve-exchange.ts", "probe-channel.ts"],
  ["server/src/control/tokens/service.ts", "../../ledger/sql-ledger.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../snapshot/snapshot-store.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../../jobs/scheduler.ts", "service.ts"],
  ["server/src/control/tokens/service.ts", "../auth/methods/github/index.ts", "service.ts"],
  ["server/src/control/auth/methods/github/index.ts", "../lark/index.ts", "a sibling"],
  ["server/src/control/auth/methods/github/index.ts", "../../../../ledger/ledger.ts", "never storage"],
  ["server/src/control/auth/methods/github/index.ts", "../../../../storage/database.ts", "never storage"],
  ["server/src/control/auth/methods/oidc/discover.ts", "../../../settings/service.ts", "or a service"],
  ["server/src/control/auth/methods/github/index.ts", "../../service.ts", "their port"],
  ["server/src/relay-adapters/usage-sink.ts", "../relay/serve-exchange.ts", "relay/ports.ts"],
  ["server/src/relay-adapters/usage-sink.ts", "../control/users/policy.ts", "service.ts"],
  ["server/src/jobs/prune-logs.ts", "../relay/ports.ts", "timers that call features"],
  ["server/src/jobs/prune-logs.ts", "../control/logs/routes.ts", "timers that call features"],
  ["server/src/build-app.ts", "../../console/src/app/screens.ts", "composition"],
  ["server/src/jobs/prune-logs.ts", "../demo/prepare-demo.ts", "timers that call features"],
  ["server/src/relay/serve-exchange.ts", "../config.ts", "never storage"],
  ["server/src/build-app.ts", "../test/support/start-app.ts", "Outside tests"],
  ["console/src/design-system/theme/palette.ts", "@tollgate/contract/access", "texts arrive as props"],
  ["console/src/design-system/theme/palette.ts", "../../lib/store.ts", "texts arrive as props"],
  ["console/src/lib/store.ts", "../widgets/quota-text/quota-text.tsx", "nothing visible"],
  ["console/src/widgets/quota-text/quota-text.tsx", "../../screens/tokens/screen.ts", "know the domain"],
  ["console/src/screens/tokens/tokens-page.tsx", "../users/users-page.tsx", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../app/screens.ts", "the app"],
  ["console/src/screens/tokens/tokens-page.tsx", "@tollgate/server/config", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../../../contract/src/tokens.ts", "another screen"],
  ["console/src/screens/tokens/tokens-page.tsx", "./tokens-page.test.tsx", "Outside tests"],
  ["console/src/app/screens.ts", "../../../server/src/build-app.ts", "puts the console together"],
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
  ["server/src/relay/formats/openai-chat/index.ts", "./wire.ts"],
  ["server/src/relay/formats/openai-chat/index.ts", "../format.ts"],
  ["server/src/relay/formats/openai-chat/index.ts", "../../canonical/chat.ts"],
  ["server/src/relay/formats/openai-chat/index.ts", "../../format-ids.ts"],
  ["server/src/relay/formats/openai-chat/index.ts", "../kit/read-fields.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../format.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../canonical/chat.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../canonical/form-body.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../relay-error.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "../../../platform/clock.ts"],
  ["server/src/relay/formats/kit/read-fields.ts", "@tollgate/contract/limits"],
  ["server/src/relay/providers/zhipu/chat.ts", "../provider.ts"],
  ["server/src/relay/providers/zhipu/chat.ts", "../anthropic-compatible/chat.ts"],
  ["server/src/relay/providers/zhipu/chat.ts", "../openai-responses-compatible/chat.ts"],
  ["server/src/relay/providers/zhipu/chat.ts", "../gemini-compatible/chat.ts"],
  ["server/src/relay/providers/anthropic-compatible/chat.ts", "../kit/read-sse.ts"],
  ["server/src/relay/providers/openai-responses-compatible/chat.ts", "../../canonical/chat.ts"],
  ["server/src/relay/providers/gemini-compatible/chat.ts", "../provider.ts"],
  ["server/src/relay/providers/zhipu/chat.ts", "../kit/read-sse.ts"],
  ["server/src/relay/providers/zhipu/chat.ts", "../openai-compatible/chat.ts"],
  ["server/src/relay/serve-exchange.ts", "../snapshot/relay-snapshot.ts"],
  ["server/src/relay/serve-exchange.ts", "../ledger/ledger.ts"],
  ["server/src/relay/serve-exchange.ts", "./providers/registry.ts"],
  ["server/src/relay/serve-exchange.ts", "./admission/admit-caller.ts"],
  ["server/src/control/tokens/service.ts", "../users/service.ts"],
  ["server/src/control/tokens/service.ts", "../../http/register-endpoint.ts"],
  ["server/src/control/tokens/service.ts", "../../snapshot/change-notice.ts"],
  ["server/src/control/channels/service.ts", "../../relay/endpoints/probe-channel.ts"],
  ["server/src/control/channels/service.ts", "../../relay/providers/registry.ts"],
  ["server/src/control/auth/last-sign-in-method.ts", "./methods/github/index.ts"],
  ["server/src/control/auth/methods/github/index.ts", "../method.ts"],
  ["server/src/relay-adapters/usage-sink.ts", "../relay/ports.ts"],
  ["server/src/jobs/prune-logs.ts", "../control/logs/service.ts"],
  ["server/src/build-app.ts", "./relay/serve-exchange.ts"],
  ["server/src/build-app.ts", "./control/tokens/routes.ts"],
  ["server/src/main.ts", "./demo/prepare-demo.ts"],
  ["server/src/demo/prepare-demo.ts", "../build-app.ts"],
  ["server/src/relay/providers/zhipu/zhipu.test.ts", "../../../../test/conformance/provider-conformance.ts"],
  ["server/test/relay/billing.test.ts", "../../src/build-app.ts"],
  ["benchmarks/run.ts", "../server/src/build-app.ts"],
  ["e2e/sign-in.spec.ts", "../server/src/build-app.ts"],
  ["console/src/screens/tokens/tokens-page.tsx", "@tollgate/contract/tokens"],
  ["console/src/screens/tokens/tokens-page.tsx", "../../widgets/quota-text/quota-text.tsx"],
  ["console/src/app/screens.ts", "../screens/tokens/screen.ts"],
];

describe("import rules", () => {
  let complaintsAbout: (planted: PlantedImport) => string[];

  beforeAll(() => {
    complaintsAbout = checkPlantedImports(
      [...rejected, ...allowed].map(([file, specifier]) => [file, specifier]),
    );
  });

  it.each(rejected)("%s may not import %s", (file, specifier, reason) => {
    const messages = complaintsAbout([file, specifier]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(reason);
    expect(messages[0]).toContain("See ARCHITECTURE.md");
  });

  it.each(allowed)("%s may import %s", (file, specifier) => {
    expect(complaintsAbout([file, specifier])).toEqual([]);
  });
});

describe("the import check", () => {
  it("finds nothing in the repository", () => {
    expect(checkImportRules(repositoryRoot)).toEqual([]);
  });

  it("sees every form of an import, and no comment switches it off", () => {
    const file = "server/src/relay/formats/openai-chat/index.ts";
    const forms = [
      'import { a } from "../anthropic-messages/wire.ts";',
      'import type { B } from "../anthropic-messages/wire.ts";',
      'export { c } from "../anthropic-messages/wire.ts";',
      'export const d = import("../anthropic-messages/wire.ts");',
      'export type E = import("../anthropic-messages/wire.ts").E;',
      'import "../anthropic-messages/wire.ts"; // oxlint-disable-line -- only this once',
      'import { f } from /* oxlint-disable-line */ "../anthropic-messages/wire.ts";',
      'const g = require("../anthropic-messages/wire.ts");',
    ];
    const lines = checkPlanted({ [file]: `${forms.join("\n")}\n` }).map((one) => one.line);
    expect(lines).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("follows an import without an extension, and rejects an absolute path", () => {
    const file = "console/src/screens/tokens/tokens-page.tsx";
    const complaintsAbout = checkPlantedImports([[file, "/etc/hosts"]]);
    expect(complaintsAbout([file, "/etc/hosts"])[0]).toContain("does not exist");
    using tree = plantTree({
      [file]: 'import "../../lib/store";\nimport "../users/users-page";\n',
      "console/src/lib/store.ts": "",
      "console/src/screens/users/users-page.tsx": "",
    });
    expect(checkImportRules(tree.root)).toMatchObject([
      { line: 2, problem: expect.stringContaining("another screen") },
    ]);
  });

  it("rejects a folder outside every room", () => {
    using tree = plantTree({ "server/src/utils/text.ts": "export const text = 1;\n" });
    expect(checkImportRules(tree.root)).toMatchObject([{ problem: "is in no room" }]);
  });
});

describe("the linter", () => {
  it("rejects a circle between files", () => {
    const complaints = lintPlanted({
      "server/src/platform/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;\n',
      "server/src/platform/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;\n',
    });
    expect(complaints.map((one) => one.rule)).toContain("import(no-cycle)");
  });

  it("rejects a floating promise", () => {
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

  it("rejects a wrong type, in each workspace by the settings of its folder", () => {
    const settings = { compilerOptions: { strict: true, noUncheckedIndexedAccess: true, target: "es2024" } };
    const text = "export const first: string = ['one'][0];\nexport const two: number = 'two';\n";
    const complaints = lintPlanted(
      {
        "server/tsconfig.json": JSON.stringify({ ...settings, include: ["src"] }),
        "console/tsconfig.json": JSON.stringify({
          compilerOptions: { ...settings.compilerOptions, noUncheckedIndexedAccess: false },
          include: ["src"],
        }),
        "server/src/platform/save.ts": text,
        "console/src/lib/save.ts": text,
      },
      ["--type-aware", "--type-check"],
    );
    const wrong = complaints.filter((one) => one.rule === "typescript(TS2322)");
    expect(wrong.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual([
      "console/src/lib/save.ts:2",
      "server/src/platform/save.ts:1",
      "server/src/platform/save.ts:2",
    ]);
  });

  it("lets only config.ts read the environment", () => {
    const text = 'export const port = process.env["PORT"];\n';
    const complaints = lintPlanted({ "server/src/config.ts": text, "server/src/build-app.ts": text });
    const files = complaints.filter((one) => one.rule === "node(no-process-env)").map((one) => one.file);
    expect(files).toEqual(["server/src/build-app.ts"]);
  });
});
