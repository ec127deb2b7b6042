import { asFilledText, asList, asObject, asText } from "../../providers/kit/read-json.ts";
import { InvalidTask } from "../platform.ts";
import { type Mode, modes } from "./actions.ts";

/** A caller's JSON. Every reader below throws an InvalidTask that names the field. */
export type Body = Readonly<Record<string, unknown>>;

const picturesMost = 10;

/** Our id of an earlier task. Some clients spell the field as in the other APIs. */
export function readTaskId(body: Body): string {
  const id = asFilledText(body["taskId"]) ?? asFilledText(body["task_id"]);
  if (id === undefined) throw new InvalidTask("taskId", "Give the id of the earlier task.");
  return id;
}

export function readPrompt(body: Body): string {
  const { prompt } = body;
  if (prompt !== undefined && prompt !== null && typeof prompt !== "string")
    throw new InvalidTask("prompt", "The prompt must be text.");
  return (prompt ?? "").trim();
}

export function readPictures(body: Body, least: number, most = picturesMost): string[] {
  const given = body["base64Array"];
  if (given !== undefined && given !== null && !Array.isArray(given))
    throw new InvalidTask("base64Array", "The images must be a list.");
  const pictures = asList(given).map(asFilledText);
  if (pictures.length < least || pictures.length > most)
    throw new InvalidTask("base64Array", `Give ${least} to ${most} images.`);
  if (pictures.includes(undefined))
    throw new InvalidTask("base64Array", "Every image must be a data URL in base64.");
  return pictures.filter((one) => one !== undefined);
}

export function readDimensions(body: Body): string | undefined {
  const given = body["dimensions"];
  if (given === undefined || given === null || given === "") return undefined;
  const word = asText(given)?.toUpperCase() ?? "";
  if (!["PORTRAIT", "SQUARE", "LANDSCAPE"].includes(word))
    throw new InvalidTask("dimensions", "The dimensions must be PORTRAIT, SQUARE or LANDSCAPE.");
  return word;
}

export function readBotType(body: Body): string | undefined {
  const given = body["botType"];
  if (given === undefined || given === null || given === "") return undefined;
  const word = asText(given)?.toUpperCase() ?? "";
  if (word !== "MID_JOURNEY" && word !== "NIJI_JOURNEY")
    throw new InvalidTask("botType", "The bot type must be MID_JOURNEY or NIJI_JOURNEY.");
  return word;
}

/** Clients that know no other paths name the modes as the proxy reads them, the preferred one first. */
export function readAccountFilter(body: Body): Mode | undefined {
  return asMode(asList(asObject(body["accountFilter"])?.["modes"])[0]);
}

export function asMode(value: unknown): Mode | undefined {
  const word = asText(value)?.toLowerCase();
  return modes.find((one) => one === word);
}

export function needText(body: Body, field: string): string {
  const text = asFilledText(body[field]);
  if (text === undefined) throw new InvalidTask(field, `Give "${field}".`);
  return text;
}
