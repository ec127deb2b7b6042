import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { isJsonText, isTextList } from "./json-text.ts";
import { idParams } from "./list-query.ts";
import { modelName } from "./model-pattern.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";

/** Owner numbers up to this are the providers' and exist always; operators may rename them. */
export const reservedOwners = 1000;

/** Owners of models without a provider of their own here. */
export const ownersWithoutProvider: Record<number, string> = {
  43: "LLAMA",
  44: "Ideogram",
  46: "Flux",
  48: "Rerank",
};

const icon = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .or(z.literal(""))
  .default("");

export const modelOwner = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    icon: z.string().describe("Address of a picture, or empty."),
  })
  .meta({ id: "ModelOwner", description: "The organization that a model comes from." });
export type ModelOwner = z.infer<typeof modelOwner>;

const ownerFields = { name: z.string().trim().min(1).max(50), icon };

export const modelOwnerForm = z
  .object({
    id: z
      .int()
      .min(reservedOwners + 1)
      .max(1_000_000_000),
    ...ownerFields,
  })
  .meta({ id: "ModelOwnerForm" });
export type NewModelOwner = z.infer<typeof modelOwnerForm>;

export const modelOwnerChangeForm = partialFields(ownerFields)
  .extend({ id: z.int().positive() })
  .meta({ id: "ModelOwnerChangeForm", description: "Fields that are left out stay as they are." });
export type ModelOwnerChange = z.infer<typeof modelOwnerChangeForm>;

export const listModelOwners = defineEndpoint({
  method: "GET",
  path: "/api/model_ownedby/",
  access: "public",
  summary: "Owners of models: providers, and those that operators added",
  data: z.array(modelOwner),
});

export const getModelOwnerMap = defineEndpoint({
  method: "GET",
  path: "/api/ownedby",
  access: "public",
  summary: "Owners of models, by number",
  data: z.record(z.string(), modelOwner),
});

export const getModelOwner = defineEndpoint({
  method: "GET",
  path: "/api/model_ownedby/:id",
  access: "admin",
  summary: "One owner of models",
  params: idParams,
  data: modelOwner,
});

export const createModelOwner = defineEndpoint({
  method: "POST",
  path: "/api/model_ownedby/",
  access: "admin",
  summary: "Add an owner of models, with a number above 1000",
  body: familyBody(modelOwnerForm),
  data: modelOwner,
});

export const updateModelOwner = defineEndpoint({
  method: "PUT",
  path: "/api/model_ownedby/",
  access: "admin",
  summary: "Change the name or picture of an owner of models",
  body: familyBody(modelOwnerChangeForm),
  data: modelOwner,
});

export const deleteModelOwner = defineEndpoint({
  method: "DELETE",
  path: "/api/model_ownedby/:id",
  access: "admin",
  summary: "Delete an owner of models that was added",
  params: idParams,
  data: z.null(),
});

/** JSON text of an array of texts, as the family has it. */
const textList = z
  .string()
  .max(5000)
  .refine((text) => isJsonText(text, isTextList), {
    params: { code: "model_info.not_list" },
    message: "Must be a JSON array of texts.",
  })
  .default("[]");

export const modelInfo = z
  .object({
    id: z.int(),
    model: z.string(),
    name: z.string(),
    description: z.string(),
    context_length: z.int().describe("Tokens."),
    max_tokens: z.int(),
    input_modalities: z.string(),
    output_modalities: z.string(),
    tags: z.string(),
    support_url: z.string(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "ModelInfo", description: "The operator's description of a model. Lists are JSON text." });
export type ModelInfo = z.infer<typeof modelInfo>;

/** A description as prices carry it: lists are arrays. */
export const modelDescription = modelInfo
  .omit({ id: true })
  .extend({
    input_modalities: z.array(z.string()),
    output_modalities: z.array(z.string()),
    tags: z.array(z.string()),
    support_url: z.array(z.string()),
  })
  .meta({ id: "ModelDescription", description: "A model's description as prices carry it." });
export type ModelDescription = z.infer<typeof modelDescription>;

const tokens = z.int().min(0).max(1_000_000_000).default(0);

export const modelInfoForm = z
  .object({
    model: modelName,
    name: z.string().trim().min(1).max(100),
    description: z.string().trim().max(5000).default(""),
    context_length: tokens,
    max_tokens: tokens,
    input_modalities: textList,
    output_modalities: textList,
    tags: textList,
    support_url: textList,
  })
  .meta({
    id: "ModelInfoForm",
    description: 'A model\'s description. Lists are JSON text, such as `["chat"]`.',
  });
export type NewModelInfo = z.infer<typeof modelInfoForm>;

export const modelInfoChangeForm = partialFields(modelInfoForm.shape)
  .extend({ id: z.int().positive() })
  .meta({ id: "ModelInfoChangeForm", description: "Fields that are left out stay as they are." });
export type ModelInfoChange = z.infer<typeof modelInfoChangeForm>;

export const listModelInfos = defineEndpoint({
  method: "GET",
  path: "/api/model_info/",
  access: "public",
  summary: "Operators' descriptions of models, newest first; the lists are JSON text",
  data: z.array(modelInfo),
});

export const getModelInfo = defineEndpoint({
  method: "GET",
  path: "/api/model_info/:id",
  access: "admin",
  summary: "The operator's description of one model",
  params: idParams,
  data: modelInfo,
});

export const createModelInfo = defineEndpoint({
  method: "POST",
  path: "/api/model_info/",
  access: "admin",
  summary: "Describe a model",
  body: familyBody(modelInfoForm),
  fixed: fixedFields(modelInfo, modelInfoForm),
  data: modelInfo,
});

export const updateModelInfo = defineEndpoint({
  method: "PUT",
  path: "/api/model_info/",
  access: "admin",
  summary: "Change the fields of a model's description that are sent",
  body: familyBody(modelInfoChangeForm),
  fixed: fixedFields(modelInfo, modelInfoChangeForm),
  data: modelInfo,
});

export const deleteModelInfo = defineEndpoint({
  method: "DELETE",
  path: "/api/model_info/:id",
  access: "admin",
  summary: "Delete a model's description",
  params: idParams,
  data: z.null(),
});
