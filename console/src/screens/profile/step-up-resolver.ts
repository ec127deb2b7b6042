import type { Self } from "@tollgate/contract/profile";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import { formResolver } from "../../lib/forms/form-resolver";

/**
 * Validation of a form with step-up fields. Where the account has a password, it is required: the server counts a missing one as
 * a wrong guess.
 */
export function stepUpResolver<Input extends FieldValues, Output extends { current_password: string }>(
  self: Self,
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  if (!self.has_password) return formResolver(schema);
  return formResolver(
    schema.superRefine((form, context) => {
      if (form.current_password !== "") return;
      const path = ["current_password"];
      context.addIssue({ code: "too_small", minimum: 1, origin: "string", path, message: "A password." });
    }),
  );
}
