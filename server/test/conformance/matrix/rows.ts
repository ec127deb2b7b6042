import type { Framing } from "../feed-stream.ts";
import { providers } from "../../../src/relay/providers/registry.ts";
import { lookAlikes } from "../../../src/relay/providers/look-alikes.ts";
import { retiredProviders } from "../../../src/relay/providers/retired.ts";
import type { ChannelView, Provider } from "../../../src/relay/providers/provider.ts";

/** A row of the tables: a provider, and a model if the model decides which API is used. */
export interface MatrixRow {
  label: string;
  provider: Provider;
  model: string;
  channel: ChannelView;
  /** The provider whose fixtures contain its responses, and their framing. */
  fixtures?: { folder: string; framing: Framing };
}

type Variant = Pick<MatrixRow, "label" | "model" | "fixtures">;

/** Models that a provider serves by another API than its usual one. */
const variants: Record<string, Variant[]> = {
  openai: [{ label: "OpenAI, Responses-only models", model: "gpt-5.2-codex" }],
  "azure-v1": [{ label: "Azure OpenAI v1, Responses-only models", model: "gpt-5.2-codex" }],
  bedrock: [
    {
      label: "Amazon Bedrock, Claude",
      model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      fixtures: { folder: "anthropic", framing: "aws-chunks" },
    },
    {
      label: "Amazon Bedrock, others",
      model: "amazon.nova-pro-v1:0",
      fixtures: { folder: "bedrock", framing: "aws-event-stream" },
    },
  ],
  vertex: [
    {
      label: "Google Vertex AI, Gemini",
      model: "gemini-3.5-flash",
      fixtures: { folder: "vertex", framing: "data-done" },
    },
    {
      label: "Google Vertex AI, Claude",
      model: "claude-sonnet-4-5",
      fixtures: { folder: "anthropic", framing: "event-and-data" },
    },
  ],
};

/** Framing of streams that differ from OpenAI's. */
const framings: Record<string, Framing> = {
  anthropic: "event-and-data",
  cohere: "event-and-data",
  coze: "named-text",
  ollama: "ndjson",
  replicate: "named-text",
};

/** Chat providers with one API for all models, except for the variants above. */
const hasUsual = (id: string): boolean => id !== "bedrock" && id !== "vertex";

/** Every chat provider in use, in the order of the type list. */
export function listRows(): MatrixRow[] {
  return providers.flatMap((provider) => {
    const { id, label, defaultModels } = provider.descriptor;
    if (!provider.chat || provider.local || id in retiredProviders) return [];
    const channel = aChannelOf(provider);
    const folder = id in lookAlikes ? "openai-compatible" : id;
    const fixtures = { folder, framing: framings[id] ?? "data-done" };
    const usual: Variant[] = hasUsual(id) ? [{ label, model: defaultModels[0] ?? "a-model", fixtures }] : [];
    return [...usual, ...(variants[id] ?? [])].map((row) => ({ ...row, provider, channel }));
  });
}

/** A base URL, and a key with parts for providers that split it. */
export function aChannelOf(provider: Provider): ChannelView {
  return {
    baseUrl: "https://upstream.test",
    key: "first|second|third",
    headers: {},
    other: provider.descriptor.id === "vertex" ? "global|a-project" : "",
    plugin: {},
    customParameters: {},
  };
}
