/**
 * Bedrock's id of a model. Anthropic's names are mapped, with or without a region prefix (`us.claude-sonnet-4-5`);
 * Bedrock's ids, ARNs and unknown names are unchanged.
 */
export function bedrockId(model: string): string {
  if (model.startsWith("arn:") || model.includes("anthropic.")) return model;
  const [, region = "", name] = shortName.exec(model) ?? [];
  if (name === undefined) return model;
  return `${region}${knownIds[name] ?? (isDated.test(name) ? `anthropic.${name}-v1:0` : `anthropic.${name}`)}`;
}

/** True for Claude, which uses its own format instead of Converse. */
export function isClaude(model: string): boolean {
  return model.includes("anthropic.") || shortName.test(model);
}

const shortName = /^((?:[a-z]+(?:-[a-z]+)*\.)?)(claude-.+)$/;
const isDated = /-\d{8}$/;

/**
 * Ids that do not follow from the name: aliases without a date, irregular versions. From 4.6 on the ids have no date.
 */
const knownIds: Record<string, string> = {
  "claude-instant-1.2": "anthropic.claude-instant-v1",
  "claude-2.0": "anthropic.claude-v2",
  "claude-2.1": "anthropic.claude-v2:1",
  "claude-3-5-sonnet-20241022": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "claude-3-5-sonnet-latest": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "claude-3-5-haiku-latest": "anthropic.claude-3-5-haiku-20241022-v1:0",
  "claude-3-7-sonnet-latest": "anthropic.claude-3-7-sonnet-20250219-v1:0",
  "claude-3-opus-latest": "anthropic.claude-3-opus-20240229-v1:0",
  "claude-sonnet-4-0": "anthropic.claude-sonnet-4-20250514-v1:0",
  "claude-opus-4-0": "anthropic.claude-opus-4-20250514-v1:0",
  "claude-opus-4-1": "anthropic.claude-opus-4-1-20250805-v1:0",
  "claude-sonnet-4-5": "anthropic.claude-sonnet-4-5-20250929-v1:0",
  "claude-haiku-4-5": "anthropic.claude-haiku-4-5-20251001-v1:0",
  "claude-opus-4-5": "anthropic.claude-opus-4-5-20251101-v1:0",
  "claude-opus-4-6": "anthropic.claude-opus-4-6-v1",
};
