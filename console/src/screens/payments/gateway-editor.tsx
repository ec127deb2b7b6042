import Alert from "@mui/material/Alert";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type { FormField } from "@tollgate/contract/form-field";
import type { Gateway } from "@tollgate/contract/payments";
import { useEffect, useMemo, useState } from "react";
import { FormProvider, type UseFormReturn, useForm, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { SwitchField } from "../../design-system/form/switch-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { ApiError } from "../../lib/api-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formError } from "../../lib/forms/describe-problem";
import { useLanguage } from "../../lib/i18n/use-language";
import { notify } from "../../lib/notifications/notifications";
import { GatewayAdvanced } from "./gateway-advanced";
import { GatewayBasics } from "./gateway-basics";
import { GatewayCredentials } from "./gateway-credentials";
import { GatewayFeeFields } from "./gateway-fee-fields";
import {
  bodyOfGateway,
  gatewayResolver,
  type GatewayValues,
  type Kinds,
  missingFields,
  newGatewayValues,
  storedConfig,
  valuesOfGateway,
} from "./gateway-values";
import { useCreateGateway, useUpdateGateway } from "./gateways-queries";
import { MissingAddress, NotifyAddress } from "./notify-address";

interface GatewayEditorProps {
  /** The gateway to change; undefined for a new one. */
  gateway: Gateway | undefined;
  /** What the server rejected already: shown on the fields. */
  problems: FieldProblem[] | undefined;
  /** Newly added: focuses the first missing field. */
  isFresh: boolean;
  kinds: Kinds;
  onCreated: (gateway: Gateway) => void;
  onClose: () => void;
}

/** Creates or changes a gateway; the form is drawn from the descriptor of its kind. */
export function GatewayEditor({ gateway, problems, isFresh, kinds, onCreated, onClose }: GatewayEditorProps) {
  const { t } = useTranslation("payments");
  const { localize } = useLanguage();
  const resolver = useMemo(() => gatewayResolver(kinds, gateway?.secrets ?? []), [kinds, gateway]);
  const [start] = useState(() =>
    gateway ? valuesOfGateway(gateway, kinds.get(gateway.type)) : newGatewayValues,
  );
  const form = useForm<GatewayValues>({ defaultValues: start, resolver });
  const { submit, saving } = useSave({ form, gateway, kinds, onCreated, onClose });
  const kind = kinds.get(useWatch({ control: form.control, name: "type" }));
  useEffect(() => {
    problems?.forEach((problem, index) => {
      const options = { shouldFocus: index === 0 };
      form.setError(configPath(problem.path) as "config", formError(problem), options);
    });
  }, [problems, form]);
  const missing = useMissing(gateway, kinds);
  const next = isFresh ? missing[0]?.name : undefined;

  return (
    <FormProvider {...form}>
      <SidePanel
        open
        title={gateway ? t("editor.edit", { name: gateway.name }) : t("editor.create")}
        onClose={onClose}
        dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
        onSubmit={(event) => void submit(event)}
        submitting={saving}
        submitLabel={t(gateway ? "editor.save" : "editor.submit_create")}
      >
        {problems ? (
          <Alert severity="warning" sx={{ mb: 2.5 }}>
            {t("editor.incomplete")}
          </Alert>
        ) : (
          missing.length > 0 && (
            <Alert severity="info" sx={{ mb: 2.5 }}>
              {t("editor.draft", {
                fields: missing.map(({ label }) => localize(label)).join(t("editor.and")),
              })}
            </Alert>
          )
        )}
        {!gateway && <MissingAddress />}
        <GatewayBasics kinds={kinds} gateway={gateway} />
        {kind && (
          <>
            <GatewayCredentials kind={kind} gateway={gateway} />
            <GatewayFeeFields />
            <FormSection title={t("section.offer")}>
              <NumberField<GatewayValues>
                name="sort"
                label={t("field.sort")}
                hint={t("field.sort_hint")}
                integer
                min={0}
              />
              <SwitchField<GatewayValues>
                name="enable"
                label={t("field.enable")}
                hint={t("field.enable_hint")}
              />
            </FormSection>
            {gateway && <NotifyAddress address={gateway.notify_url} />}
            <GatewayAdvanced key={kind.type} kind={kind} gateway={gateway} />
            {next && <FocusedField name={next} />}
          </>
        )}
      </SidePanel>
    </FormProvider>
  );
}

/** Focuses a field as the form opens. Must be inside the panel, whose fields mount after the editor. */
function FocusedField({ name }: { name: string }) {
  const { setFocus } = useFormContext<GatewayValues>();
  useEffect(() => setFocus(name as "config"), [setFocus, name]);
  return null;
}

const none: readonly FormField[] = [];

/** Missing fields of a stored gateway; nothing for a new one, whose form marks them. */
function useMissing(gateway: Gateway | undefined, kinds: Kinds): readonly FormField[] {
  return useMemo(
    () => (gateway && !gateway.enable ? missingFields(gateway, kinds.get(gateway.type)) : none),
    [gateway, kinds],
  );
}

interface SaveInput extends Pick<GatewayEditorProps, "gateway" | "kinds" | "onCreated" | "onClose"> {
  form: UseFormReturn<GatewayValues>;
}

/** A new gateway stays open, since only now it has its notify address. */
function useSave({ form, gateway, kinds, onCreated, onClose }: SaveInput) {
  const { t } = useTranslation("payments");
  const create = useCreateGateway();
  const update = useUpdateGateway();
  const submit = form.handleSubmit(async (values) => {
    try {
      const body = bodyOfGateway(values, gateway && storedConfig(gateway.config));
      const saved = gateway
        ? await update.mutateAsync({ ...body, id: gateway.id })
        : await create.mutateAsync({ ...body, type: values.type });
      const { name } = saved;
      if (gateway) notify.success(t("done.updated", { name }));
      else if (missingFields(saved, kinds.get(saved.type)).length > 0)
        notify.info(t("done.drafted", { name }));
      else notify.success(t("done.created", { name }));
      if (gateway) onClose();
      else onCreated(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(error, form.setError, configPath);
    }
  });
  return { submit, saving: create.isPending || update.isPending };
}

/** Where a rejected field is in the form: fields of the kind may come without their prefix. */
function configPath(path: string): string {
  const name = path.split(".")[0] ?? "";
  return path.startsWith("config.") || Object.hasOwn(newGatewayValues, name) ? path : `config.${path}`;
}
