/** Features of a model generation. */
export interface ModelTraits {
  /** `none`, a number of tokens (2.5), or a level (from 3 on). */
  thinking: "none" | "budget" | "level";
  /** Supported levels, from low to high. */
  levels: readonly ("MINIMAL" | "LOW" | "MEDIUM" | "HIGH")[];
  /** Bounds of a budget; `off` if 0 is allowed. */
  budget: { least: number; most: number; off: boolean };
  /**
   * From 3 on: calls must be returned signed, server tools and schema output work together with functions, results may
   * contain images.
   */
  newest: boolean;
  /** The model's output in addition to text. */
  makes: "text" | "image" | "audio";
  /** Supports a system instruction. */
  system: boolean;
}

/**
 * Traits of a model by its name, with or without path prefix. Older names are matched, so future models count as new.
 */
export function readModelTraits(model: string): ModelTraits {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const generation = readGeneration(name);
  const makes = name.includes("-tts") ? "audio" : name.includes("-image") ? "image" : "text";
  const thinks = makes === "text" && generation >= 2.5;
  return {
    thinking: !thinks ? "none" : generation < 3 ? "budget" : "level",
    levels: readLevels(name, generation),
    budget: readBudget(name),
    newest: generation >= 3,
    makes,
    system: !name.startsWith("gemma-3"),
  };
}

function readGeneration(name: string): number {
  const numbered = /^gemini-(\d+(?:\.\d+)?)/.exec(name);
  if (numbered) return Number(numbered[1]);
  // `gemini-pro` and similar models of 2023, experiments of 2024, and models of other families.
  if (/^gemini-(?:pro|ultra|exp)(?:$|-vision|-\d)/.test(name) || !name.startsWith("gemini-")) return 1;
  return Number.POSITIVE_INFINITY;
}

function readLevels(name: string, generation: number): ModelTraits["levels"] {
  if (name.startsWith("gemini-3-pro")) return ["LOW", "HIGH"];
  const minimal = name.includes("flash") && generation < 3.7;
  return minimal ? ["MINIMAL", "LOW", "MEDIUM", "HIGH"] : ["LOW", "MEDIUM", "HIGH"];
}

function readBudget(name: string): ModelTraits["budget"] {
  if (name.includes("flash-lite")) return { least: 512, most: 24_576, off: true };
  if (name.includes("flash")) return { least: 0, most: 24_576, off: true };
  return { least: 128, most: 32_768, off: false };
}
