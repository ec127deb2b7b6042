import {
  type MidjourneyTask,
  midjourneyTask,
  type TaskDetail,
  taskDetail,
  type TaskRow,
  taskRow,
} from "@tollgate/contract/tasks";
import type * as z from "zod";
import { aMoment } from "./builders";

/** A finished song of the user "ada". */
export function aTask(part: Partial<z.input<typeof taskRow>> = {}): TaskRow {
  return taskRow.parse({
    id: 1,
    task_id: "task_song",
    task_state: "success",
    charge: "charged",
    model_name: "chirp-v3-5",
    username: "ada",
    token_name: "ci",
    channel_name: "Suno",
    request_id: "req_1",
    created_at: aMoment,
    updated_at: aMoment + 95,
    platform: "suno",
    user_id: 7,
    channel_id: 4,
    quota: 50_000,
    action: "MUSIC",
    prompt: "A calm piano piece",
    status: "SUCCESS",
    fail_reason: "",
    submit_time: aMoment,
    start_time: aMoment + 5,
    finish_time: aMoment + 95,
    progress: 100,
    properties: { mv: "chirp-v3-5" },
    data: null,
    notify_hook: "",
    token_id: 3,
    ...part,
  });
}

type DetailInput = Partial<Omit<z.input<typeof taskDetail>, "task">> & {
  task?: Partial<z.input<typeof taskRow>>;
};

/** Everything about a task; nothing of a log row and the ledger unless it is given. */
export function aTaskDetail({ task, ...part }: DetailInput = {}): TaskDetail {
  const row = aTask(task);
  return taskDetail.parse({
    task: row,
    mode: "",
    submitted_at: row.submit_time * 1000,
    started_at: row.start_time * 1000,
    finished_at: row.finish_time * 1000,
    expires_at: (row.submit_time + 3600) * 1000,
    files: [],
    offers: [],
    continues: "",
    followed_by: [],
    timeline: [],
    price: {
      price_type: "times",
      price_model: "chirp-v3-5",
      input_ratio: 50,
      group_name: "default",
      group_ratio: 1,
    },
    ledger: null,
    log: null,
    polling: null,
    ...part,
  });
}

/** A finished picture of the user "ada", with the buttons of a grid. */
export function aMidjourneyTask(part: Partial<z.input<typeof midjourneyTask>> = {}): MidjourneyTask {
  const id = part.task_id ?? "task_picture";
  return midjourneyTask.parse({
    id: 1,
    task_id: id,
    mj_id: id,
    task_state: "success",
    charge: "charged",
    model_name: "mj_imagine",
    username: "ada",
    token_name: "ci",
    channel_name: "Midjourney",
    request_id: "req_1",
    code: 1,
    user_id: 7,
    action: "IMAGINE",
    prompt: "A lighthouse",
    prompt_en: "A lighthouse",
    description: "",
    state: "",
    submit_time: aMoment * 1000,
    start_time: (aMoment + 2) * 1000,
    finish_time: (aMoment + 42) * 1000,
    image_url: `/task-content/${id}/image?expires=1&signature=s`,
    status: "SUCCESS",
    progress: "100%",
    fail_reason: "",
    channel_id: 5,
    quota: 40_000,
    buttons: JSON.stringify([
      { customId: "MJ::JOB::upsample::2::aa", label: "U2" },
      { customId: "MJ::JOB::variation::1::aa", label: "V1" },
      { customId: "MJ::Inpaint::1::aa", label: "Vary (Region)" },
      { customId: "MJ::BOOKMARK::aa", label: "" },
    ]),
    properties: "{}",
    mode: "fast",
    token_id: 3,
    ...part,
  });
}
