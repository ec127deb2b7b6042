import { toNestErrors } from "@hookform/resolvers";
import { channelForm, channelUpdateForm } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FieldError, FieldErrors, Resolver } from "react-hook-form";
import * as z from "zod";
import { formError } from "../../lib/forms/describe-problem";
import { formResolver } from "../../lib/forms/form-resolver";
import { descriptorProblems, missingProblem } from "../../widgets/descriptor-form/form-paths";
import { type ChannelValues, withoutUnsetOptions } from "./channel-values";

const id = z.number();
const newResolver = formResolver(channelForm.extend({ id }));
const storedResolver = formResolver(channelUpdateForm.extend({ id }));

/** Validates with the contract's schema and the chosen provider's own requirements. */
export function channelResolver(
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
): Resolver<ChannelValues> {
  return async (values, context, options) => {
    const stored = values.id !== 0;
    const resolve = (stored ? storedResolver : newResolver) as Resolver<ChannelValues>;
    const result = await resolve(withoutUnsetOptions(values), context, options);
    const problems = providerProblems(values, descriptors.get(values.type));
    if (problems.length === 0) return result;
    const errors: Record<string, FieldError> = {};
    for (const problem of problems) {
      errors[problem.path] ??= formError(problem);
    }
    const nested = toNestErrors(errors, options) as FieldErrors<ChannelValues>;
    return { values: {}, errors: { ...nested, ...result.errors } };
  };
}

/** What the provider needs beyond the schema: a key, an address where it has no default, and the descriptor's own fields. */
function providerProblems(values: ChannelValues, descriptor: ProviderDescriptor | undefined): FieldProblem[] {
  if (!descriptor) return [];
  const noKey = values.id === 0 && !descriptor.keyOptional && values.key.trim() === "";
  const noAddress = !descriptor.defaultBaseUrl && values.base_url.trim() === "";
  return [
    ...(noKey ? [missingProblem("key")] : []),
    ...(noAddress ? [missingProblem("base_url")] : []),
    ...descriptorProblems(descriptor.fields, values),
  ];
}
