import type { PriceList } from "./additions.ts";

const sound = "With sound.";
const dearest = "Sold by video; the second of the dearest video.";

/** A price per second, and prices for other sizes. */
const perSecond = (second: number, sizes: Readonly<Record<string, number>> = {}) => ({
  second,
  ...(Object.keys(sizes).length > 0 && {
    seconds: Object.entries(sizes).map(([size, dollars]) => ({ size, dollars })),
  }),
});

/** Both shapes of a resolution. */
const both = (width: number, height: number, dollars: number) => ({
  [`${width}x${height}`]: dollars,
  [`${height}x${width}`]: dollars,
});
const small = (dollars: number) => both(832, 480, dollars);
const hd = (dollars: number) => both(1280, 720, dollars);
const fullHd = (dollars: number) => both(1920, 1080, dollars);
const ultraHd = (dollars: number) => both(3840, 2160, dollars);

/** Kling's videos of five and of ten seconds, by mode. */
function kling(name: string, prices: Readonly<Record<string, number>>): PriceList["models"] {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([mode, five]) => [
      [`kling-video_${name}_${mode}_5`, { call: five }],
      [`kling-video_${name}_${mode}_10`, { call: five * 2 }],
    ]),
  );
}

/** Prices of videos: by second, or by call where a name contains length and mode. */
export const videoPrices: readonly PriceList[] = [
  {
    channelType: 1,
    source: "https://developers.openai.com/api/docs/pricing",
    date: "2026-04",
    note: "Retired on 24 September 2026: the last published price.",
    models: {
      "sora-2-pro*": perSecond(0.3, both(1792, 1024, 0.5)),
      "sora-2*": perSecond(0.1),
    },
  },
  {
    channelType: 25,
    source: "https://ai.google.dev/gemini-api/docs/pricing",
    date: "2026-04",
    models: {
      "veo-3.1-lite-generate*": { ...perSecond(0.05, fullHd(0.08)), note: sound },
      "veo-3.1-fast-generate*": { ...perSecond(0.1, { ...fullHd(0.12), ...ultraHd(0.3) }), note: sound },
      "veo-3.1-generate*": { ...perSecond(0.4, ultraHd(0.6)), note: sound },
      "veo-3.0-fast-generate*": { ...perSecond(0.15), note: sound },
      "veo-3.0-generate*": { ...perSecond(0.4), note: sound },
      "veo-2.0-generate*": perSecond(0.35),
    },
  },
  {
    channelType: 27,
    source: "https://platform.minimax.io/docs/guides/pricing-paygo",
    date: "2026-04",
    models: {
      "MiniMax-Hailuo-2.3": { ...perSecond(0.056, { "1920x1080": 0.0817 }), note: dearest },
      "MiniMax-Hailuo-2.3-Fast": { ...perSecond(0.032, { "1920x1080": 0.055 }), note: dearest },
      "MiniMax-Hailuo-02": { ...perSecond(0.056, { "1920x1080": 0.0817 }), note: dearest },
      "T2V-01*": { call: 0.43 },
      "I2V-01*": { call: 0.43 },
    },
  },
  {
    channelType: 16,
    source: "https://docs.z.ai/guides/overview/pricing",
    date: "2026-04",
    models: {
      "cogvideox-3": { call: 0.2 },
      "viduq1-text": { call: 0.4 },
      "viduq1-image": { call: 0.4 },
      "vidu2-image": { call: 0.2 },
      "cogvideox-flash": { call: 0, note: "Free." },
    },
  },
  {
    channelType: 17,
    source: "https://www.alibabacloud.com/help/en/model-studio/model-pricing",
    date: "2026-04",
    note: "The international region; others differ.",
    models: {
      "wan2.6-t2v": perSecond(0.15, hd(0.1)),
      "wan2.6-i2v": perSecond(0.15, hd(0.1)),
      "wan2.5-t2v-preview": perSecond(0.15, { ...hd(0.1), ...small(0.05) }),
      "wan2.5-i2v-preview": perSecond(0.15, { ...hd(0.1), ...small(0.05) }),
      "wan2.2-t2v-plus": perSecond(0.1, small(0.02)),
      "wan2.2-i2v-plus": perSecond(0.1, small(0.02)),
      "wan2.2-i2v-flash": perSecond(0.036, small(0.015)),
    },
  },
  {
    channelType: 52,
    source: "https://replicate.com/pricing",
    date: "2026-04",
    models: {
      "google/veo-3.1": { ...perSecond(0.4), note: sound },
      "google/veo-3.1-fast": { ...perSecond(0.15), note: sound },
      "kwaivgi/kling-v2.5-turbo-pro": perSecond(0.07),
      "minimax/hailuo-2.3": { call: 0.28, note: "A video of six seconds." },
      "wan-video/wan-2.5-t2v": perSecond(0.1, fullHd(0.15)),
      "wan-video/wan-2.5-i2v": perSecond(0.1, fullHd(0.15)),
    },
  },
  {
    channelType: 53,
    source: "https://app.klingai.com/global/dev/pricing",
    date: "2026-04",
    note: "Without sound.",
    models: {
      ...kling("kling-v1", { std: 0.14, pro: 0.49 }),
      ...kling("kling-v1-5", { std: 0.28, pro: 0.49 }),
      ...kling("kling-v1-6", { std: 0.28, pro: 0.49 }),
      ...kling("kling-v2-1", { std: 0.28, pro: 0.49 }),
      ...kling("kling-v2-5-turbo", { std: 0.21, pro: 0.35 }),
      ...kling("kling-v2-6", { pro: 0.35 }),
    },
  },
];
