import { useTranslation } from "react-i18next";

const kinds = ["text", "image", "audio", "video", "embedding", "score"];
const capabilities = ["tools", "reasoning", "structured output", "web search"];

/** Labels of modalities and capabilities. Operators may use other values, which are shown unchanged. */
export function useModelNames() {
  const { t } = useTranslation("price-list");
  const kind = (name: string): string => (kinds.includes(name) ? t(`kind.${name}`) : name);
  return {
    kinds: (names: readonly string[]): string => names.map(kind).join(t("separator")) || "—",
    capability: (name: string): string => (capabilities.includes(name) ? t(`capability.${name}`) : name),
    /** Of `in:image` and `out:image`. */
    modality(value: string): string {
      const [side, name = ""] = value.split(":");
      return t(side === "in" ? "takes" : "makes", { kind: kind(name) });
    },
  };
}
