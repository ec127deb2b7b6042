/** Tool names that an upstream accepts; it rejects a whole request for any other name. */
export interface ToolNameRule {
  /** A character that is not allowed anywhere in a name; with the flag `g`. */
  forbidden: RegExp;
  /** A name begins with a letter or an underscore. */
  letterFirst?: boolean;
  /** Characters. */
  longest: number;
}

/** OpenAI's rule, which most vendors use. */
export const usualToolNames: ToolNameRule = { forbidden: /[^A-Za-z0-9_-]/g, longest: 64 };

/** True for a name that the upstream accepts. */
export function allowsToolName({ forbidden, letterFirst, longest }: ToolNameRule, name: string): boolean {
  if (name === "" || name.length > longest || name.search(forbidden) !== -1) return false;
  return !letterFirst || /^[A-Za-z_]/.test(name);
}
