import { provider as ali } from "./ali/index.ts";
import { provider as anthropic } from "./anthropic/index.ts";
import { provider as azureSpeech } from "./azure-speech/index.ts";
import { provider as baidu } from "./baidu/index.ts";
import { provider as bedrock } from "./bedrock/index.ts";
import { provider as cloudflare } from "./cloudflare/index.ts";
import { provider as cohere } from "./cohere/index.ts";
import { provider as coze } from "./coze/index.ts";
import { provider as custom } from "./custom/index.ts";
import { provider as deepseek } from "./deepseek/index.ts";
import { provider as hunyuan } from "./hunyuan/index.ts";
import { provider as gemini } from "./gemini/index.ts";
import { provider as jina } from "./jina/index.ts";
import { provider as kling } from "./kling/index.ts";
import { provider as minimax } from "./minimax/index.ts";
import { provider as ollama } from "./ollama/index.ts";
import { provider as openai } from "./openai/index.ts";
import { provider as recraft } from "./recraft/index.ts";
import { provider as replicate } from "./replicate/index.ts";
import { provider as sandbox } from "./sandbox/index.ts";
import { provider as stability } from "./stability/index.ts";
import { provider as tencent } from "./tencent/index.ts";
import { provider as vertex } from "./vertex/index.ts";
import { provider as xunfei } from "./xunfei/index.ts";
import { provider as zhipu } from "./zhipu/index.ts";
import { provider as azure } from "./azure/index.ts";
import { provider as azureV1 } from "./azure-v1/index.ts";
import { provider as mistral } from "./mistral/index.ts";
import { provider as groq } from "./groq/index.ts";
import { provider as moonshot } from "./moonshot/index.ts";
import { provider as xai } from "./xai/index.ts";
import { provider as openrouter } from "./openrouter/index.ts";
import { provider as siliconflow } from "./siliconflow/index.ts";
import { provider as github } from "./github/index.ts";
import { provider as baichuan } from "./baichuan/index.ts";
import { provider as databricks } from "./databricks/index.ts";
import { lookAlikes } from "./look-alikes.ts";
import type { OwnCalls, Provider } from "./provider.ts";
import { retiredProviders } from "./retired.ts";
import { taskProxies } from "./task-proxies.ts";

/** Every provider, in the order of the type list. */
export const providers: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  vertex,
  retiredProviders.palm,
  deepseek,
  azure,
  azureV1,
  mistral,
  groq,
  moonshot,
  xai,
  openrouter,
  siliconflow,
  github,
  lookAlikes.qihoo,
  baichuan,
  lookAlikes.lingyi,
  databricks,
  azureSpeech,
  jina,
  recraft,
  stability,
  taskProxies.midjourney,
  lookAlikes.suno,
  custom,
  baidu,
  zhipu,
  ali,
  xunfei,
  tencent,
  minimax,
  cloudflare,
  coze,
  hunyuan,
  bedrock,
  cohere,
  ollama,
  replicate,
  kling,
  sandbox,
];

/** Vendor-specific calls of all vendors. */
export const ownCalls: readonly OwnCalls[] = providers.flatMap((provider) => provider.ownCalls ?? []);

const byType = new Map(providers.map((provider) => [provider.descriptor.type, provider]));

/** The provider of a channel's type number; undefined for an unknown type. */
export function findProvider(type: number): Provider | undefined {
  return byType.get(type);
}
