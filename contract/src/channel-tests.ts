import * as z from "zod";
import { channelProblems } from "./channel-problems.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./list-query.ts";
import { limits } from "./limits.ts";

/** What a problem means for the operator; empty: none, or unknown. */
export const channelProblem = z.enum(["", ...channelProblems]);

/** Capabilities that can be tested. */
export const channelCapabilities = ["stream", "tools", "vision", "structured_output", "reasoning"] as const;
export type ChannelCapability = (typeof channelCapabilities)[number];

/** `yes`: shown; `no`: the upstream answered without it, or rejected the request; `unknown`: the call failed for another reason. */
export const capabilityFinding = z
  .object({
    capability: z.enum(channelCapabilities),
    outcome: z.enum(["yes", "no", "unknown"]),
    problem: channelProblem.describe("Why the call failed; empty where it was answered."),
    reason: z.string().describe("The upstream's message, cleaned; empty where the call was answered."),
  })
  .meta({ id: "CapabilityFinding" });
export type CapabilityFinding = z.infer<typeof capabilityFinding>;

export const capabilityReport = z
  .object({
    model: z.string(),
    checked_time: z.int().describe("Epoch seconds."),
    findings: z.array(capabilityFinding),
  })
  .meta({ id: "CapabilityReport", description: "Tested capabilities of a model through a channel." });
export type CapabilityReport = z.infer<typeof capabilityReport>;

export const capabilityForm = z
  .object({ model: z.string().trim().min(1).max(limits.modelNameMax) })
  .meta({ id: "CapabilityForm" });

/** One small unbilled call for each capability; the last report stays with the channel until it is edited. */
export const probeCapabilities = defineEndpoint({
  method: "POST",
  path: "/api/channel/:id/capabilities",
  access: "admin",
  summary:
    "Try out what a model can do through a channel: stream, tools, vision, structured output, reasoning",
  params: idParams,
  body: capabilityForm,
  data: capabilityReport,
});

export const modelCheck = z
  .object({
    checked_time: z.int().describe("Epoch seconds; 0: never."),
    new_models: z
      .array(z.string())
      .describe("Models that the upstream lists and the channel does not offer, at most 100."),
    gone_models: z
      .array(z.object({ model: z.string(), since: z.int().describe("Epoch seconds.") }))
      .describe("Models of the channel that the upstream no longer lists. They are marked, never removed."),
  })
  .meta({ id: "ModelCheck", description: "How the models of a channel differ from the upstream's list." });
export type ModelCheck = z.infer<typeof modelCheck>;

export const checkModels = defineEndpoint({
  method: "POST",
  path: "/api/channel/:id/models",
  access: "admin",
  summary: "Compare the models of a channel with the upstream's list; changes none of them",
  params: idParams,
  data: modelCheck,
});
