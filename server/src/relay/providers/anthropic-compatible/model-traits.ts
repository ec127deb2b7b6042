/**
 * Features of a model generation. Older names are matched, so future models count as new. `budget`: thinking by number
 * of tokens (up to 4.5); `either`: both (4.6); `adaptive`: adaptive thinking with an effort only, and no sampling
 * parameters (4.7 and later).
 */
export interface ModelTraits {
  thinking: "budget" | "either" | "adaptive";
  /** Accepts `temperature` together with `top_p` (before 4.1). */
  bothSamplings: boolean;
  /** Supports output by JSON Schema (from 4.1 on). */
  jsonSchema: boolean;
  /** Thinking cannot be disabled. */
  alwaysThinks: boolean;
  /** Accepts a system message between the turns. */
  systemTurns: boolean;
}

const oldest = {
  thinking: "budget",
  bothSamplings: true,
  jsonSchema: false,
  alwaysThinks: false,
  systemTurns: false,
} as const;

/** Traits of a model by its name, with or without date, `@` version or path prefix. */
export function readModelTraits(model: string): ModelTraits {
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/\./g, "-");
  // Models of other vendors behind this API support its older half only.
  if (!name.includes("claude")) return oldest;
  if (/claude-(?:instant|v?[123]\b|v?[123]-)/.test(name)) return oldest;
  const four =
    /claude-(?:opus|sonnet|haiku)-4(?:-(\d)(?!\d))?/.exec(name) ?? /claude-4(?:-(\d)(?!\d))?-/.exec(name);
  const alwaysThinks = /fable|mythos/.test(name);
  if (four === null)
    return {
      thinking: "adaptive",
      bothSamplings: false,
      jsonSchema: true,
      alwaysThinks,
      systemTurns: alwaysThinks || name.includes("opus"),
    };
  const minor = Number(four[1] ?? 0);
  return {
    thinking: minor <= 5 ? "budget" : minor === 6 ? "either" : "adaptive",
    bothSamplings: minor === 0,
    jsonSchema: minor >= 1,
    alwaysThinks: false,
    systemTurns: minor >= 8 && name.includes("opus"),
  };
}
