import { languages } from "../../read-locales.ts";
import { addJsonKey } from "../edit-json.ts";
import { addEntry, addImport, addLines, addMember } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";

type Edits = Plan["edits"];

/** A wire format of embeddings at a path of its own; another call is another `capability` in its `index.ts`. */
export function planFormat(names: Names): Plan {
  const folder = `server/src/relay/formats/${names.kebab}`;
  if (names.kebab === "kit") throw new Error("formats/kit is what formats share. Choose another name.");
  return {
    files: fillTemplate("format", folder, { ...names }),
    edits: [...serve(names), ...extendTests(names), ...nameInLogs(names), nameInReadme(names)],
    documents: [
      { program: ["scripts/print-conformance.ts"], writes: "docs/use/formats.md" },
      { program: ["scripts/readme-tables.ts"], writes: "README.md" },
    ],
    next: [
      `${folder}/: wire.ts, parse-request.ts and render-response.ts in the format's own words, with its fixtures`,
      `${folder}/index.ts: the call it makes (capability) and how a native answer is recognized (isAnswer)`,
      "server/src/relay/endpoints/endpoint-table.ts: its path",
      "console/src/screens/logs/locales/: its name in Chinese and Japanese",
    ],
  };
}

/** The API that its path belongs to in the table of the README. */
function nameInReadme({ kebab, title }: Names): Edits[number] {
  return [
    "scripts/readme-tables.ts",
    addLines({ before: '  Models: ["/v1/models"],' }, `  "${title}": ["/v1/${kebab}"],`),
  ];
}

/** Its id, its folder in the registry, and its path. */
function serve({ camel, kebab }: Names): Edits {
  const registry = "server/src/relay/formats/registry.ts";
  const entry = `"${kebab}"`;
  return [
    ["server/src/relay/format-ids.ts", addMember("export type FormatId =", entry)],
    [registry, addImport(`import { format as ${camel} } from "./${kebab}/index.ts";`)],
    [
      registry,
      addEntry({
        list: "export const formats: Partial<Record<FormatId, Format>> = {",
        entry: kebab === camel ? camel : `${entry}: ${camel}`,
      }),
    ],
    [
      "server/src/relay/endpoints/endpoint-table.ts",
      addEntry({ list: "const calls: Record<string, FormatId> = {", entry: `"/v1/${kebab}": ${entry}` }),
    ],
  ];
}

/** The tests that multiply over formats: its path, fields that cost, what every provider makes of it. */
function extendTests({ kebab, title }: Names): Edits {
  return [
    [
      "server/src/relay/endpoints/endpoint-table.test.ts",
      addLines({ after: '["/v1/rerank", "cohere-rerank"],' }, `    ["/v1/${kebab}", "${kebab}"],`),
    ],
    [
      "server/src/relay/request/paid-fields/paid-fields.test.ts",
      addEntry({
        list: "const bodies: Partial<Record<FormatId, Record<string, unknown>>> = {",
        entry: `"${kebab}": { model: "m", input: text }`,
      }),
    ],
    [
      "server/test/conformance/matrix/other-calls.ts",
      addLines(
        { after: '{ id: "openai-embeddings",' },
        `{ id: "${kebab}", label: "${title}", request: (model) => ({ model, input: "Geneva" }) },`,
      ),
    ],
  ];
}

function nameInLogs({ kebab, title }: Names): Edits {
  const folder = "console/src/screens/logs";
  return [
    [`${folder}/format-name.ts`, addEntry({ list: "const formatIds = [", entry: `"${kebab}"` })],
    ...languages.map((language): Edits[number] => [
      `${folder}/locales/${language}.json`,
      addJsonKey(["format"], kebab, title),
    ]),
  ];
}
