/**
 * OpenAI's reasoning models: they take `max_completion_tokens` instead of `max_tokens` and refuse sampling parameters
 * (relay contract A8). `gpt-5-chat-latest` and its kin do not reason.
 */
export function isOpenAiReasoningModel(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(o[1-9]|gpt-([5-9]|\d\d))/.test(name) && !name.includes("-chat");
}
