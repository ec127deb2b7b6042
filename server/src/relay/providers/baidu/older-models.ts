/**
 * The last path segment of a model in the older API. Models listed here have their own; every other name is its segment
 * in lower case.
 */
export function olderPath(model: string): string {
  return paths[model.toLowerCase()] ?? model.toLowerCase();
}

const paths: Readonly<Record<string, string>> = {
  "ernie-4.0-8k": "completions_pro",
  "ernie-4.0": "completions_pro",
  "ernie-bot-4": "completions_pro",
  "ernie-4.0-8k-preemptible": "completions_pro_preemptible",
  "ernie-4.0-8k-preview-0518": "completions_adv_pro",
  "ernie-4.0-8k-latest": "ernie-4.0-8k-latest",
  "ernie-3.5-8k": "completions",
  "ernie-bot": "completions",
  "ernie-bot-8k": "ernie_bot_8k",
  "ernie-speed": "ernie_speed",
  "ernie-speed-8k": "ernie_speed",
  "ernie-lite-8k-0922": "eb-instant",
  "ernie-bot-turbo": "eb-instant",
  "ernie-bot-turbo-0922": "eb-instant",
  "ernie-lite-8k-0308": "ernie-lite-8k",
  "ernie-function-8k": "ernie-func-8k",
  "ernie-functions-8k": "ernie-func-8k",
  "ernie-character-8k": "ernie-char-8k",
  "ernie-character-fiction-8k": "ernie-char-fiction-8k",
  "bloomz-7b": "bloomz_7b1",
  "qianfan-bloomz-7b-compressed": "qianfan_bloomz_7b_compressed",
  "qianfan-chinese-llama-2-7b": "qianfan_chinese_llama_2_7b",
  "llama-2-7b-chat": "llama_2_7b",
  "llama-2-13b-chat": "llama_2_13b",
  "llama-2-70b-chat": "llama_2_70b",
  "meta-llama-3-8b": "llama_3_8b",
  "meta-llama-3-70b": "llama_3_70b",
  "mixtral-8x7b-instruct": "mixtral_8x7b_instruct",
  "chatglm2-6b-32k": "chatglm2_6b_32k",
  "aquilachat-7b": "aquilachat_7b",
  "gemma-7b-it": "gemma_7b_it",
  "yi-34b-chat": "yi_34b_chat",
  "bge-large-zh": "bge_large_zh",
  "bge-large-en": "bge_large_en",
  "tao-8k": "tao_8k",
};
