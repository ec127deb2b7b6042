import { CannotServe } from "../provider.ts";

/** The parts of a model name, by which callers, channels and prices identify a Kling video. */
export interface KlingModel {
  /** `kling-v2-1`, the vendor's `model_name`. */
  name: string;
  /** `std` or `pro`. */
  mode: string;
  seconds: number;
}

/** `kling-video_kling-v2-1_std_5` */
export function writeModelName({ name, mode, seconds }: KlingModel): string {
  return `kling-video_${name}_${mode}_${seconds}`;
}

/** Undefined for a name of another form. */
export function parseModelName(model: string): KlingModel | undefined {
  const [, name, mode, seconds] = /^kling-video_([a-z][\w.-]*)_(std|pro)_(\d{1,2})$/.exec(model) ?? [];
  if (name === undefined || mode === undefined) return undefined;
  return { name, mode, seconds: Number(seconds) };
}

/** @throws CannotServe for a name of another form */
export function needModelName(model: string): KlingModel {
  const found = parseModelName(model);
  if (found) return found;
  throw new CannotServe(
    `'${model}' is not a Kling model name: kling-video_{model_name}_{mode}_{duration}.`,
    "model",
  );
}
