import type { PriceList } from "./additions.ts";

const per = (input: number, output = 0) => ({ input, output });

/** Prices of vendors that publish them in yuan per million tokens. */
export const additionsInYuan: readonly PriceList[] = [
  {
    channelType: 15,
    source: "https://cloud.baidu.com/doc/qianfan-docs/s/Jm8r1826a",
    date: "2026-04",
    yuan: true,
    models: {
      "ernie-5.1": {
        ...per(6, 24),
        tiers: [{ above: 32_768, ...per(10, 40) }],
        note: "Not listed when it was read: the price of ernie-5.0.",
      },
      "ernie-5.0": { ...per(6, 24), tiers: [{ above: 32_768, ...per(10, 40) }], context: 128_000 },
      "ernie-5.0-thinking-preview": {
        ...per(6, 24),
        tiers: [{ above: 32_768, ...per(10, 40) }],
        context: 128_000,
      },
      "ernie-x1.1-preview": per(1, 4),
      "ernie-4.5-turbo-128k": { ...per(0.8, 3.2), context: 131_072 },
      "ernie-4.5-turbo-32k": { ...per(0.8, 3.2), context: 32_768 },
      "ernie-4.5-turbo-vl": per(3, 9),
      "ernie-speed-pro-128k": { ...per(0.3, 0.6), context: 131_072 },
      "ernie-lite-pro-128k": { ...per(0.2, 0.4), context: 131_072 },
      "embedding-v1": per(0.5),
      "bge-large-zh": per(0.5),
    },
  },
  {
    channelType: 16,
    source: "https://open.bigmodel.cn/pricing",
    date: "2026-04",
    yuan: true,
    models: { "embedding-3": per(0.5) },
  },
  {
    channelType: 40,
    source: "https://cloud.tencent.com/document/product/1729/97731",
    date: "2026-04",
    yuan: true,
    models: {
      "hunyuan-turbos-latest": per(0.8, 2),
      "hunyuan-t1-latest": per(1, 4),
      "hunyuan-2.0-thinking-20251109": { ...per(3.975, 15.9), context: 128_000 },
      "hunyuan-2.0-instruct-20251111": { ...per(3.18, 7.95), context: 128_000 },
      "hunyuan-lite": { ...per(0), note: "Free." },
      "hunyuan-role-latest": per(2.4, 9.6),
      "hunyuan-vision-1.5-instruct": per(3, 9),
    },
  },
  {
    channelType: 18,
    source: "https://xinghuo.xfyun.cn/sparkapi",
    date: "2025-12",
    note: "Sold in packages: the dearest package.",
    yuan: true,
    models: {
      "spark-x": { ...per(70, 70), note: "No price by token was listed: the price of 4.0Ultra." },
      "4.0Ultra": per(70, 70),
      "max-32k": per(32, 32),
      "generalv3.5": per(30, 30),
      "pro-128k": per(30, 30),
      generalv3: per(30, 30),
      lite: { ...per(0), note: "Free." },
    },
  },
  {
    channelType: 19,
    source: "https://ai.360.com/platform/docs/overview",
    date: "2025-12",
    yuan: true,
    models: {
      "360gpt2-pro": per(12, 12),
      "360gpt-pro": per(12, 12),
      "360gpt-turbo": per(1.2, 1.2),
      "360zhinao2-o1": { ...per(12, 12), note: "Not listed when it was read: the price of 360gpt2-pro." },
    },
  },
  {
    channelType: 26,
    source: "https://platform.baichuan-ai.com/prices",
    date: "2025-12",
    yuan: true,
    models: {
      "Baichuan4-Turbo": per(15, 15),
      "Baichuan4-Air": per(0.98, 0.98),
      Baichuan4: per(100, 100),
      "Baichuan3-Turbo": per(12, 12),
    },
  },
  {
    channelType: 33,
    source: "https://platform.lingyiwanwu.com/docs",
    date: "2025-12",
    yuan: true,
    models: { "yi-lightning": per(0.99, 0.99), "yi-vision-v2": per(6, 6) },
  },
];
