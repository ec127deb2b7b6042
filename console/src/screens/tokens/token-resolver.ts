import { toNestErrors } from "@hookform/resolvers";
import { tokenForm } from "@tollgate/contract/tokens";
import type { TFunction } from "i18next";
import type { FieldError, FieldErrors, Resolver } from "react-hook-form";
import * as z from "zod";
import { formResolver } from "../../lib/forms/form-resolver";
import { bodyOfToken, type TokenValues } from "./token-values";

const contractResolver = formResolver(tokenForm.extend({ id: z.number() })) as Resolver<TokenValues>;

/** The contract's schema, and what only a form can ask: a limit that is switched on must name something. */
export function tokenResolver(t: TFunction<"tokens">): Resolver<TokenValues> {
  return async (values, context, options) => {
    // Checks the body that is sent: a hidden field cannot block the form.
    const sent = { ...bodyOfToken(values), id: values.id } as TokenValues;
    const result = await contractResolver(sent, context, options);
    const { limit_model_setting: models, limits_ip_setting: addresses } = values.setting.limits;
    const missing: Record<string, FieldError> = {};
    if (models.enabled && models.models.length === 0) {
      missing["setting.limits.limit_model_setting.models"] = required(t("field.models_required"));
    }
    if (addresses.enabled && addresses.whitelist.length === 0) {
      missing["setting.limits.limits_ip_setting.whitelist"] = required(t("field.addresses_required"));
    }
    if (Object.keys(missing).length === 0) return result;
    // An empty list has no bad entry, so only one kind of problem applies to a field.
    const limits = {
      ...(toNestErrors(missing, options) as FieldErrors<TokenValues>).setting?.limits,
      ...result.errors.setting?.limits,
    };
    return { values: {}, errors: { ...result.errors, setting: { ...result.errors.setting, limits } } };
  };
}

const required = (message: string): FieldError => ({ type: "required", message });
