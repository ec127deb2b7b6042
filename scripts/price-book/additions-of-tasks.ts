import type { PriceList } from "./additions.ts";

type Models = PriceList["models"];

/** Dollars per task, where it is not the usual price of a picture. */
const actions: Readonly<Record<string, number>> = {
  imagine: 0.1,
  variation: 0.1,
  reroll: 0.1,
  blend: 0.1,
  modal: 0.1,
  zoom: 0.1,
  shorten: 0.1,
  high_variation: 0.1,
  low_variation: 0.1,
  pan: 0.1,
  describe: 0.05,
  upscale: 0.05,
  swap_face: 0.05,
  inpaint: 0,
  custom_zoom: 0,
  upload: 0,
};

/** Midjourney counts a minute of turbo twice. */
const modes = { "": 1, relax_: 1, turbo_: 2 } as const;

const free: Readonly<Record<string, string>> = {
  inpaint: "Free: it opens a window, and the modal that follows is charged.",
  custom_zoom: "Free: it opens a window, and the modal that follows is charged.",
  upload: "Free: it makes no picture.",
};

const pictures: Models = Object.fromEntries(
  Object.entries(modes).flatMap(([mode, factor]) =>
    Object.entries(actions).map(([action, dollars]) => {
      const note = free[action];
      return [`mj_${mode}${action}`, { call: dollars * factor, ...(note !== undefined && { note }) }];
    }),
  ),
);

const songModels = [
  "chirp-v3-0",
  "chirp-v3-5",
  "chirp-v4",
  "chirp-auk",
  "chirp-bluejay",
  "chirp-crow",
  "chirp-fenix",
];

/** Default prices per task: the vendors sell subscriptions, and proxies set their own prices. */
export const additionsOfTasks: readonly PriceList[] = [
  {
    channelType: 34,
    source: "https://docs.midjourney.com",
    date: "2026-11",
    note: "Midjourney lists no price per call: the usual price of the One API family. Compare it with your proxy's.",
    models: pictures,
  },
  {
    channelType: 41,
    source: "https://suno.com/pricing",
    date: "2026-11",
    note: "Suno lists no price per call: the usual price of the One API family. Compare it with your proxy's.",
    models: {
      suno_lyrics: { call: 0.01 },
      ...Object.fromEntries(songModels.map((model) => [model, { call: 0.1 }])),
    },
  },
];
