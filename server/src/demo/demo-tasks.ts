import type { TaskState } from "@tollgate/contract/tasks";

/** Where the sandbox serves images and audio. A reserved name that is never called. */
export const sandboxMedia = "https://sandbox.provider.example";

/** A task: who submitted it how many minutes ago, how long it took, its status. */
export interface DemoTask {
  username: string;
  /** Minutes since the submission. */
  ago: number;
  /** Seconds until its end; not used while a task is running. */
  takes: number;
  /** `late`: it expired, and its result arrived afterwards. */
  end: TaskState | "late";
  platform: "midjourney" | "suno" | "kling";
  action: string;
  mode?: string;
  model: string;
  prompt: string;
  /** Dollars for the call, or for each of `seconds`. */
  dollars: number;
  seconds?: number;
  progress?: number;
  reason?: string;
  code?: number;
  /** Place in this list of the task that it continues. */
  continues?: number;
  result?: unknown;
}

const gridButtons = [
  ...[1, 2, 3, 4].map((index) => ({ customId: `MJ::JOB::upsample::${index}::demo`, label: `U${index}` })),
  ...[1, 2, 3, 4].map((index) => ({ customId: `MJ::JOB::variation::${index}::demo`, label: `V${index}` })),
  { customId: "MJ::JOB::reroll::0::demo::SOLO", label: "" },
];
const pictureButtons = [
  { customId: "MJ::JOB::low_variation::1::demo::SOLO", label: "Vary (Subtle)" },
  { customId: "MJ::JOB::high_variation::1::demo::SOLO", label: "Vary (Strong)" },
  { customId: "MJ::Inpaint::1::demo::SOLO", label: "Vary (Region)" },
  { customId: "MJ::Outpaint::50::1::demo::SOLO", label: "Zoom Out 2x" },
  { customId: "MJ::CustomZoom::demo", label: "Custom Zoom" },
  { customId: "MJ::JOB::pan_left::1::demo::SOLO", label: "" },
  { customId: "MJ::JOB::pan_right::1::demo::SOLO", label: "" },
];

function picture(number: number, action: string, prompt: string): Partial<DemoTask> & { result: unknown } {
  const buttons = (action === "UPSCALE" ? pictureButtons : gridButtons).map((button) => ({
    ...button,
    emoji: "",
    type: 2,
    style: 2,
  }));
  return {
    result: {
      imageUrl: `${sandboxMedia}/pictures/${number}.png`,
      action,
      prompt,
      promptEn: prompt,
      buttons,
      properties: { finalPrompt: prompt },
    },
  };
}

const imagine = { platform: "midjourney", action: "IMAGINE", model: "mj_imagine", dollars: 0.08 } as const;
const upscale = { platform: "midjourney", action: "UPSCALE", model: "mj_upscale", dollars: 0.04 } as const;
const music = { platform: "suno", action: "MUSIC", model: "chirp-v3-5", dollars: 0.1 } as const;
const video = { platform: "kling", model: "kling-video_kling-v1_std_5", dollars: 0.05, seconds: 5 } as const;

const gate = "A toll gate in the fog at dawn, watercolor --ar 1:1";
const harbor = "A quiet harbor from above, flat colors --ar 1:1";
const words =
  "[Verse]\nThe gate is up, the road is clear\nA small brass bell is all I hear\n\n[Chorus]\nCount me in and let me through\nThe morning coin is bright and new";

const song = (number: number, title: string, tags: string) => ({
  id: `demo-clip-${number}`,
  title,
  text: words,
  status: "complete",
  major_model_version: "v3.5",
  audio_url: `${sandboxMedia}/songs/${number}.wav`,
  image_url: `${sandboxMedia}/pictures/${number + 20}.png`,
  metadata: { tags, prompt: words, duration: 4 },
});

/** Tasks of the last days in every state, the oldest first. */
export const demoTasks: readonly DemoTask[] = [
  {
    ...imagine,
    username: "demo",
    ago: 5800,
    takes: 48,
    end: "success",
    prompt: gate,
    ...picture(1, "IMAGINE", gate),
  },
  {
    ...upscale,
    username: "demo",
    ago: 5790,
    takes: 21,
    end: "success",
    prompt: gate,
    continues: 0,
    ...picture(2, "UPSCALE", gate),
  },
  {
    ...music,
    username: "alice",
    ago: 4400,
    takes: 131,
    end: "success",
    prompt: "A slow waltz about a gate keeper, accordion and brass",
    result: [
      song(1, "Gate keeper's waltz", "waltz, accordion"),
      song(2, "Gate keeper's waltz", "waltz, brass"),
    ],
  },
  {
    ...imagine,
    username: "bob",
    ago: 4300,
    takes: 12,
    end: "failure",
    prompt: "A portrait of a famous singer",
    progress: 0,
    code: 0,
    reason: "Banned prompt detected: the name of a living person.",
  },
  {
    ...video,
    action: "text2video",
    username: "carol",
    ago: 3000,
    takes: 212,
    end: "success",
    prompt: "A car passes a toll gate at night, camera follows",
    result: { id: "demo-video", url: "https://media.provider.example/demo.mp4", duration: "5" },
  },
  {
    ...imagine,
    username: "carol",
    ago: 2900,
    takes: 4000,
    end: "late",
    prompt: "An old map of trade routes, ink on paper",
    ...picture(3, "IMAGINE", "An old map of trade routes, ink on paper"),
  },
  {
    ...imagine,
    model: "mj_turbo_imagine",
    mode: "turbo",
    dollars: 0.16,
    username: "demo",
    ago: 1500,
    takes: 19,
    end: "success",
    code: 22,
    prompt: harbor,
    ...picture(4, "IMAGINE", harbor),
  },
  {
    platform: "suno",
    action: "LYRICS",
    model: "suno_lyrics",
    dollars: 0.01,
    username: "demo",
    ago: 1450,
    takes: 14,
    end: "success",
    prompt: "A short song about a toll gate",
    result: { id: "demo-lyrics", status: "complete", title: "The morning coin", text: words },
  },
  {
    ...video,
    action: "image2video",
    username: "demo",
    ago: 1200,
    takes: 86_400,
    end: "expired",
    progress: 99,
    prompt: "The harbor wakes up",
    reason: "The task did not finish in time.",
  },
  {
    ...music,
    username: "demo",
    ago: 300,
    takes: 140,
    end: "success",
    prompt: "A calm piano piece for a rainy evening",
    result: [song(3, "Rain on the booth", "piano, calm"), song(4, "Rain on the booth", "piano, lo-fi")],
  },
  {
    platform: "midjourney",
    action: "CUSTOM_ZOOM",
    model: "mj_custom_zoom",
    dollars: 0,
    username: "demo",
    ago: 4,
    takes: 0,
    end: "in_progress",
    code: 21,
    progress: 0,
    prompt: gate,
    continues: 1,
  },
  {
    ...imagine,
    username: "alice",
    ago: 2,
    takes: 0,
    end: "in_progress",
    progress: 46,
    prompt: "A market street in the snow",
  },
  {
    ...imagine,
    username: "demo",
    ago: 1,
    takes: 0,
    end: "queued",
    code: 22,
    prompt: "A lighthouse keeper's desk",
  },
  {
    ...video,
    action: "text2video",
    username: "demo",
    ago: 3,
    takes: 0,
    end: "in_progress",
    progress: 30,
    prompt: "Coins fall into a brass bowl, slow motion",
  },
  { ...music, username: "bob", ago: 1, takes: 0, end: "submitted", prompt: "A march for a small brass band" },
];
