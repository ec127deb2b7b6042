import { STATUS_CODES } from "node:http";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { failure } from "@tollgate/contract/envelope";
import { errorCodes } from "@tollgate/contract/error-codes";
import { type ApiSchemas, type JsonSchema, refName, refTo } from "./api-schemas.ts";

/** Reference to the envelope around an endpoint's data, which is named after the data: `Token` in `TokenResponse`. */
export function describeResponse(
  schemas: ApiSchemas,
  endpoint: AnyEndpoint,
  operationId: string,
): JsonSchema {
  const data = schemas.answer(endpoint.data);
  const beside = endpoint.beside && schemas.answer(endpoint.beside);
  const { properties = {}, required = [] } = (beside ?? {}) as {
    properties?: JsonSchema;
    required?: string[];
  };
  const named = beside === undefined ? nameOfData(data) : undefined;
  const name = `${named ?? operationId[0]!.toUpperCase() + operationId.slice(1)}Response`;
  schemas.add(name, {
    type: "object",
    required: ["success", "message", "data", ...required],
    properties: {
      success: { type: "boolean", const: true },
      message: { type: "string", description: "Usually empty." },
      data,
      ...properties,
    },
  });
  return refTo(name);
}

/** `Token`, `TokenList`, `TokenMap`, `TokenOrNull`, or a name for a plain value; undefined if none is obvious. */
function nameOfData(data: JsonSchema): string | undefined {
  const name = refName(data);
  if (name !== undefined) return name;
  const { type, items, anyOf, additionalProperties } = data as {
    type?: string;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
    additionalProperties?: JsonSchema;
  };
  if (type === "array") return suffixed(items, "List");
  if (type === "object") return suffixed(additionalProperties, "Map");
  if (anyOf?.length === 2 && anyOf[1]?.["type"] === "null") return suffixed(anyOf[0], "OrNull");
  return type === undefined ? undefined : plainNames[type];
}

const plainNames: Record<string, string> = {
  string: "Text",
  boolean: "Boolean",
  integer: "Count",
  number: "Number",
  null: "Empty",
};

function suffixed(schema: JsonSchema | undefined, suffix: string): string | undefined {
  const name = schema && nameOfData(schema);
  return name === undefined ? undefined : name + suffix;
}

/** Adds the body of every failure, and returns the response that operations refer to. */
export function describeFailure(schemas: ApiSchemas): JsonSchema {
  const codes = Object.entries(errorCodes).map(
    ([code, { status, message }]) => `- \`${code}\` (${status} ${STATUS_CODES[status] ?? ""}): ${message}`,
  );
  schemas.add("ErrorCode", { type: "string", enum: Object.keys(errorCodes), description: codes.join("\n") });
  const params = {
    type: "object",
    description: "Values of the placeholders in a translation of the message.",
    additionalProperties: { type: ["string", "number"] },
  };
  schemas.add("FieldProblem", {
    type: "object",
    description: "A rejected field of the body or the query.",
    required: ["path", "message", "code"],
    properties: {
      path: { type: "string", description: "Path of the field, such as `models.0`." },
      message: { type: "string" },
      code: { type: "string" },
      params,
    },
    examples: [
      {
        path: "models.0",
        message: "The wildcard * may only stand last, after a prefix.",
        code: "model.bad_wildcard",
      },
    ],
  });
  schemas.add("Failure", {
    type: "object",
    description: "The answer to every call that fails. The HTTP status follows from `code`.",
    required: ["success", "message", "code"],
    properties: {
      success: { type: "boolean", const: false },
      message: { type: "string", description: "English sentence for people." },
      code: refTo("ErrorCode"),
      params,
      fields: { type: "array", items: refTo("FieldProblem"), description: "Every rejected field." },
      request_id: { type: "string", description: "Id of the call in the server's log." },
    },
    examples: [failure("token.not_found")],
  });
  return {
    description: "The call failed; `code` names the reason.",
    content: { "application/json": { schema: refTo("Failure") } },
  };
}
