/** Public price lists in formats that can be read. */
export const listAddresses = [
  { name: "models.dev", url: "https://models.dev/api.json" },
  {
    name: "LiteLLM",
    url: "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json",
  },
  { name: "One API", url: "https://raw.githubusercontent.com/MartialBE/one-api/prices/prices.json" },
] as const;
