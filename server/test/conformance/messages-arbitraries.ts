import fc from "fast-check";

/** Blocks of Anthropic's Messages from fast-check: every kind that a request or a response may contain. */

type Block = Record<string, unknown> & { type: string };

/** Non-empty text; the API rejects blank texts. */
export const words = fc
  .string({ minLength: 1, maxLength: 30, unit: "grapheme" })
  .map((text) => `w${text.trim()}e`);
const id = (prefix: string) => fc.stringMatching(/^[A-Za-z0-9]{6,10}$/).map((text) => `${prefix}_${text}`);
const base64 = fc.base64String({ minLength: 4, maxLength: 24 });
const signature = base64.map((text) => `Sig${text}`);
const json = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(words, fc.integer(), fc.boolean()), {
  maxKeys: 3,
});

/** A record with some of the optional fields. */
export function some<T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }, needed: (keyof T)[]) {
  return fc.record(fields, { requiredKeys: needed }) as fc.Arbitrary<Partial<T>>;
}

export const cacheMark = fc.constantFrom<object>(
  { type: "ephemeral" },
  { type: "ephemeral", ttl: "5m" },
  { type: "ephemeral", ttl: "1h" },
);

const webCitation = fc.record({
  type: fc.constant("web_search_result_location"),
  url: fc.webUrl(),
  title: fc.oneof(words, fc.constant(null)),
  cited_text: words,
  encrypted_index: base64,
});
const pageCitation = fc.record({
  type: fc.constant("page_location"),
  cited_text: words,
  document_index: fc.nat(5),
  document_title: words,
  start_page_number: fc.nat(9),
  end_page_number: fc.nat(9),
});
const citations = fc.array(fc.oneof(webCitation, pageCitation), { minLength: 1, maxLength: 3 });

const block = (type: string, fields: Record<string, fc.Arbitrary<unknown>>, needed: string[]) =>
  some<Block>(
    { type: fc.constant(type), ...fields } as never,
    ["type", ...needed] as never,
  ) as fc.Arbitrary<Block>;

/** A block that may have a cache mark, like every block of a request. */
const marked = (type: string, fields: Record<string, fc.Arbitrary<unknown>>, needed: string[]) =>
  block(type, { ...fields, cache_control: cacheMark }, needed);

const imageSource = fc.oneof(
  fc.record({
    type: fc.constant("base64"),
    media_type: fc.constantFrom("image/png", "image/jpeg"),
    data: base64,
  }),
  fc.record({ type: fc.constant("url"), url: fc.webUrl() }),
  fc.record({ type: fc.constant("file"), file_id: id("file") }),
);
const documentSource = fc.oneof(
  fc.record({ type: fc.constant("base64"), media_type: fc.constant("application/pdf"), data: base64 }),
  fc.record({ type: fc.constant("text"), media_type: fc.constant("text/plain"), data: words }),
  fc.record({ type: fc.constant("url"), url: fc.webUrl() }),
  fc.record({ type: fc.constant("file"), file_id: id("file") }),
  fc.record({
    type: fc.constant("content"),
    content: fc.array(fc.record({ type: fc.constant("text"), text: words }), { minLength: 1, maxLength: 2 }),
  }),
);

export const textOfUser = marked("text", { text: words }, ["text"]);
const image = marked("image", { source: imageSource }, ["source"]);
const document = marked(
  "document",
  { source: documentSource, title: words, context: words, citations: fc.record({ enabled: fc.boolean() }) },
  ["source"],
);
const searchResult = marked(
  "search_result",
  {
    source: fc.webUrl(),
    title: words,
    content: fc.array(fc.record({ type: fc.constant("text"), text: words }), { minLength: 1, maxLength: 2 }),
  },
  ["source", "title", "content"],
);
const containerUpload = block("container_upload", { file_id: id("file") }, ["file_id"]);
const toolReference = fc.record({ type: fc.constant("tool_reference"), tool_name: id("tool") });

/** Content of one kind, or the text alone. */
export const toolResult = marked(
  "tool_result",
  {
    tool_use_id: id("toolu"),
    content: fc.oneof(
      words,
      fc.array(fc.oneof(textOfUser, image, document.filter(isPlainDocument)), { maxLength: 3 }),
      fc.array(toolReference, { minLength: 1, maxLength: 2 }),
    ),
    is_error: fc.boolean(),
  },
  ["tool_use_id"],
);

function isPlainDocument(value: Block): boolean {
  return (value.source as { type: string }).type !== "content";
}

export const userBlock = fc.oneof(textOfUser, image, document, searchResult, containerUpload);

const caller = fc.oneof(
  fc.constant({ type: "direct" }),
  id("srvtoolu").map((tool_id) => ({ type: "code_execution_20250825", tool_id })),
);
export const toolUse = block("tool_use", { id: id("toolu"), name: id("tool"), input: json, caller }, [
  "id",
  "name",
  "input",
]);
const serverToolUse = block(
  "server_tool_use",
  { id: id("srvtoolu"), name: fc.constant("web_search"), input: json },
  ["id", "name", "input"],
);
const mcpToolUse = block(
  "mcp_tool_use",
  { id: id("mcptoolu"), name: words, server_name: words, input: json },
  ["id", "name", "server_name", "input"],
);
const serverResult = fc.oneof(
  block(
    "web_search_tool_result",
    {
      tool_use_id: id("srvtoolu"),
      content: fc.array(
        fc.record({
          type: fc.constant("web_search_result"),
          url: fc.webUrl(),
          title: words,
          encrypted_content: base64,
        }),
        { maxLength: 2 },
      ),
    },
    ["tool_use_id", "content"],
  ),
  block("code_execution_tool_result", { tool_use_id: id("srvtoolu"), content: json }, [
    "tool_use_id",
    "content",
  ]),
  block(
    "mcp_tool_result",
    { tool_use_id: id("mcptoolu"), is_error: fc.boolean(), content: fc.constant([]) },
    ["tool_use_id", "content"],
  ),
  block("tool_of_tomorrow_result", { tool_use_id: id("srvtoolu"), content: json }, ["tool_use_id"]),
);
export const thinking = fc.record({
  type: fc.constant("thinking"),
  thinking: fc.oneof(words, fc.constant("")),
  signature,
});
/** Some vendors of this format sign nothing; such reasoning cannot be sent back. */
const unsigned = fc.record({ type: fc.constant("thinking"), thinking: words, signature: fc.constant("") });
const redacted = fc.record({ type: fc.constant("redacted_thinking"), data: base64 });
export const textOfModel = block("text", { text: words, citations }, ["text"]);
const compaction = block("compaction", { content: words }, ["content"]);

/** Blocks that a response and the next request may contain. */
const echoedBlock: fc.Arbitrary<Block> = fc.oneof(
  { weight: 3, arbitrary: textOfModel },
  { weight: 2, arbitrary: thinking },
  redacted,
  { weight: 2, arbitrary: toolUse },
  serverToolUse,
  mcpToolUse,
  serverResult,
  compaction,
  containerUpload,
);

/** Blocks of a response. */
export const answerBlock: fc.Arbitrary<Block> = fc.oneof({ weight: 8, arbitrary: echoedBlock }, unsigned);

/** Blocks of the model in a request; texts and calls may have cache marks. */
export const assistantBlock: fc.Arbitrary<Block> = fc
  .tuple(echoedBlock, fc.option(cacheMark, { nil: undefined }))
  .map(([value, mark]) =>
    mark && (value.type === "text" || value.type === "tool_use") ? { ...value, cache_control: mark } : value,
  );
