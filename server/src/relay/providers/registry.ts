import { provider as anthropic } from "./anthropic/index.ts";
import { provider as custom } from "./custom/index.ts";
import { provider as deepseek } from "./deepseek/index.ts";
import { provider as openai } from "./openai/index.ts";
import type { Provider } from "./provider.ts";
import { provider as sandbox } from "./sandbox/index.ts";

/** Every provider, in the order of the type list. */
export const providers: readonly Provider[] = [openai, anthropic, deepseek, custom, sandbox];

const byType = new Map(providers.map((provider) => [provider.descriptor.type, provider]));

/** The provider of a channel's type number; undefined for a type that this version does not know. */
export function findProvider(type: number): Provider | undefined {
  return byType.get(type);
}
