import { providers } from "../../../src/relay/providers/registry.ts";
import { conversation } from "./conversation-features.ts";
import { checkEchoedReasoning } from "./echoed-reasoning.ts";
import { type ChatDialect, chatDialects, type FeatureGroup } from "./features.ts";
import { checkResponses } from "./check-response.ts";
import { checkRequest } from "./check-request.ts";
import { media } from "./media-features.ts";
import { checkOtherCall, type OtherCall, otherCalls } from "./other-calls.ts";
import { listRows, type MatrixRow } from "./rows.ts";
import { settings } from "./setting-features.ts";
import { thinking } from "./reasoning-features.ts";
import { toolUse } from "./tool-features.ts";
import { type Cell, writeTable } from "./write-table.ts";

/** Results, as Markdown and in numbers. */
export interface Matrix {
  document: string;
  /** Number of checked translations. */
  checks: number;
  /** Losses that are not reported: defects. */
  silent: string[];
}

const columns: Record<ChatDialect, string> = {
  "openai-chat": "Chat Completions",
  "openai-responses": "Responses",
  "anthropic-messages": "Messages",
  "gemini-generate": "Gemini",
};

const preface = `# Formats

What each format keeps on its way to each provider.
Any client works with any model: Tollgate translates between the client's format and the provider's.

| Cell | Meaning |
|---|---|
| native | Both ends use the same format. Request and response pass unchanged, except for the model's name |
| ✓ | Everything in the section arrives. The notes list what does not, or arrives in another form |
| – | Nothing in the section arrives |

Tollgate drops fields that a provider does not support, and names them in the response header
\`x-tollgate-dropped\` ([response headers](response-headers.md)).

\`npm run conformance\` writes this page.
It sends every feature in every format to every provider's translation, and compares what arrives.
It also renders the fixtures of each provider in every format.
\`server/test/relay/recorded-answers.test.ts\` tests recorded responses of real providers.
`;

/** Runs every check and writes the document. */
export function describeConformanceMatrix(): Matrix {
  const matrix: Matrix = { document: preface, checks: 0, silent: [] };
  for (const group of [conversation, settings, toolUse, media, thinking]) addFeatures(matrix, group);
  const about = ["text, reasoning and tool calls, streamed and not; stop reason, usage, errors."];
  addChatTable(matrix, "Responses of providers", about, (row, format) => ({
    losses: checkResponses(row, format),
    isNothing: row.fixtures === undefined,
  }));
  for (const call of otherCalls) addOtherCall(matrix, call);
  return matrix;
}

function addFeatures(matrix: Matrix, group: FeatureGroup): void {
  const { features } = group;
  const names = features.map((feature) => feature.name);
  if (group === thinking) names.push("earlier reasoning, sent back unchanged");
  const unsaid = chatDialects.flatMap((format) => {
    const absent = features.filter((feature) => feature.fields[format] === undefined);
    return absent.length > 0
      ? `${columns[format]} (${absent.map((feature) => feature.name).join(", ")})`
      : [];
  });
  const about = [
    `${names.join(", ")}.`,
    ...(unsaid.length > 0 ? [`Not part of the format: ${unsaid.join(", ")}.`] : []),
  ];
  addChatTable(matrix, group.title, about, (row, format) => {
    const supported = features.filter((feature) => feature.fields[format] !== undefined);
    matrix.checks += supported.length;
    const losses = supported.flatMap((feature) => checkRequest(row, format, feature) ?? []);
    const echoed = group === thinking ? checkEchoedReasoning(row, format) : undefined;
    const all = echoed ? [...losses, echoed] : losses;
    const count = supported.length + (group === thinking ? 1 : 0);
    return { losses: all, isNothing: all.filter((loss) => !loss.arrives).length === count };
  });
}

function addChatTable(
  matrix: Matrix,
  title: string,
  about: readonly string[],
  check: (row: MatrixRow, format: ChatDialect) => Exclude<Cell, "native">,
): void {
  const rows = listRows().map((row) => ({
    label: row.label,
    cells: chatDialects.map((format): Cell => {
      if (row.provider.native?.supports(format, row.model, row.channel)) return "native";
      const cell = check(row, format);
      for (const { feature, because, silent } of cell.losses)
        if (silent) matrix.silent.push(`${row.label}, ${columns[format]}: ${feature}: ${because}`);
      return cell;
    }),
  }));
  matrix.document += writeTable(title, about, Object.values(columns), rows);
}

function addOtherCall(matrix: Matrix, call: OtherCall): void {
  const rows = providers
    .filter((provider) => provider[call.call] !== undefined)
    .map((provider) => ({
      label: provider.descriptor.label,
      cells: call.formats.map((format): Cell => {
        matrix.checks++;
        const found = checkOtherCall(provider, call, format);
        if (found === "native") return found;
        return { losses: found ? [found] : [], isNothing: found?.because.startsWith("rejected") ?? false };
      }),
    }));
  matrix.document += writeTable(
    call.title,
    [],
    call.formats.map((format) => format.label),
    rows,
  );
}
