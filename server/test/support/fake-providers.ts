import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

const keyLabel = { en_US: "Key", zh_CN: "密钥", ja_JP: "キー" };

function descriptor(type: number, id: string, more: Partial<ProviderDescriptor>): ProviderDescriptor {
  return {
    type,
    id,
    label: id,
    icon: { text: "X", color: "#000000" },
    keyLabel,
    fields: [],
    defaultModels: [],
    capabilities: ["chat"],
    canListModels: true,
    ...more,
  };
}

/** One provider with a default address and a balance, one without, one that cannot list models, one without a key. */
export const fakeProviders = [
  {
    descriptor: descriptor(1, "openai", { label: "OpenAI", defaultBaseUrl: "https://api.openai.test" }),
    balance: {},
  },
  { descriptor: descriptor(8, "custom", { label: "Custom" }) },
  {
    descriptor: descriptor(14, "anthropic", {
      label: "Anthropic",
      marksCache: true,
      defaultBaseUrl: "https://api.anthropic.test",
      canListModels: false,
    }),
  },
  {
    descriptor: descriptor(39, "ollama", {
      label: "Ollama",
      defaultBaseUrl: "https://ollama.test",
      keyOptional: true,
    }),
  },
];
