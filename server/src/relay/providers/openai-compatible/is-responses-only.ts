/**
 * OpenAI's models that Chat Completions does not serve: its pro, deep research and coding models
 * (https://platform.openai.com/docs/models). They are called through Responses.
 */
export function isResponsesOnly(model: string): boolean {
  return responsesOnly.test(model.slice(model.lastIndexOf("/") + 1));
}

const responsesOnly =
  /^(o1-pro|o3-pro|o3-deep-research|o4-mini-deep-research|codex-mini-latest|gpt-([5-9]|\d\d)[\d.]*-(codex|pro)\b)/;
