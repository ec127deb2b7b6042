/**
 * OpenAI's reasoning models: they require `max_completion_tokens` instead of `max_tokens` and reject sampling
 * parameters (https://platform.openai.com/docs/guides/reasoning). `gpt-5-chat-latest` and similar models do not reason.
 */
export function isOpenAiReasoningModel(model: string): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(o[1-9]|gpt-([5-9]|\d\d))/.test(name) && !name.includes("-chat");
}
