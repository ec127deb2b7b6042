import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./list-query.ts";

export const captureKinds = ["token", "channel"] as const;
export type CaptureKind = (typeof captureKinds)[number];

/** Maximum duration of a capture in hours. */
export const captureHoursMost = 168;

const captureTarget = z
  .object({
    id: z.int(),
    kind: z.enum(captureKinds),
    target_id: z.int().describe("Id of the token or channel."),
    target_name: z
      .string()
      .describe("Empty once it is deleted, and where its owner's calls are not yours to read."),
    until: z.int().describe("Epoch seconds at which the capture ends."),
    created_at: z.int().describe("Epoch seconds."),
    created_by: z.string().describe("Who turned it on."),
  })
  .meta({ id: "CaptureTarget", description: "A token or channel whose bodies are captured now." });
export type CaptureTarget = z.infer<typeof captureTarget>;

/** `allowed`: the caller may turn captures on and read them. */
const captureState = z
  .object({ allowed: z.boolean(), targets: z.array(captureTarget) })
  .meta({ id: "CaptureState", description: "Active captures, and whether the caller may change them." });
export type CaptureState = z.infer<typeof captureState>;

export const listCaptures = defineEndpoint({
  method: "GET",
  path: "/api/capture/",
  access: "admin",
  summary: "Tokens and channels whose request and response bodies are captured",
  data: captureState,
});

export const captureForm = z
  .object({
    kind: z.enum(captureKinds),
    target_id: z.int().positive(),
    hours: z.int().min(1).max(captureHoursMost),
  })
  .meta({ id: "CaptureForm" });
export type CaptureForm = z.infer<typeof captureForm>;

export const startCapture = defineEndpoint({
  method: "POST",
  path: "/api/capture/",
  access: "admin",
  summary: "Capture the bodies of a token's or channel's calls for some hours",
  body: captureForm,
  data: captureTarget,
});

export const stopCapture = defineEndpoint({
  method: "DELETE",
  path: "/api/capture/:id",
  access: "admin",
  summary: "End a capture; what was captured stays until its retention ends",
  params: idParams,
  data: z.null(),
});

/** For owners: their tokens that are captured now, with the end of the capture. */
export const listOwnCaptures = defineEndpoint({
  method: "GET",
  path: "/api/capture/self",
  access: "user",
  summary: "Your tokens whose bodies are captured",
  data: z.array(z.object({ token_id: z.int(), until: z.int() }).meta({ id: "CapturedToken" })),
});

const bodySize = {
  type: z.string().describe("Content type."),
  bytes: z.int().describe("Length of the whole body."),
  complete: z.boolean().describe("False: only the beginning was kept, or nothing of a binary body."),
};

const capturedSize = z.object(bodySize).meta({ id: "CapturedSize" });

const captureHead = z
  .object({
    created_at: z.int(),
    request: capturedSize,
    response: capturedSize,
  })
  .meta({ id: "CaptureHead", description: "Metadata of a captured call, without its bodies." });
export type CaptureHead = z.infer<typeof captureHead>;

/** Reading this writes no audit entry, since it contains no bodies. */
export const findCapture = defineEndpoint({
  method: "GET",
  path: "/api/capture/log/:id",
  access: "admin",
  summary: "Whether the bodies of a log row were captured; null: they were not",
  params: idParams,
  data: captureHead.nullable(),
});

const capturedBody = z.object({ ...bodySize, text: z.string() }).meta({ id: "CapturedBody" });
export const captureBodies = z
  .object({ created_at: z.int(), request: capturedBody, response: capturedBody })
  .meta({
    id: "CaptureBodies",
    description: "Captured bodies of a call. Keys and passwords in them are replaced.",
  });
export type CaptureBodies = z.infer<typeof captureBodies>;

export const readCapture = defineEndpoint({
  method: "POST",
  path: "/api/capture/log/:id/read",
  access: "admin",
  summary: "Read the captured bodies of a log row; leaves an audit entry",
  params: idParams,
  data: captureBodies,
});
