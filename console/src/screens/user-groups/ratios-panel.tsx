import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { type GroupRatios, groupRatios } from "@tollgate/contract/groups";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { ErrorState } from "../../design-system/error-state/error-state";
import { JsonField } from "../../design-system/form/json-field";
import { FormSection } from "../../design-system/form/form-section";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { groupRatiosQuery, useSetRatios } from "./user-groups-queries";

interface RatiosValues {
  /** JSON text: symbol → ratio. */
  ratios: string;
}

/** All ratios as one JSON text, for who keeps them so: an editor over the same rows as the list. */
export function RatiosPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("user-groups");
  const stored = useQuery(groupRatiosQuery);
  if (stored.data) return <RatiosForm start={stored.data} onClose={onClose} />;
  return (
    <SidePanel open title={t("ratios.title")} onClose={onClose}>
      {stored.error ? (
        <ErrorState
          title={t("ratios.failed")}
          message={describeError(stored.error)}
          onRetry={() => void stored.refetch()}
        />
      ) : (
        <Skeleton variant="rounded" height={220} />
      )}
    </SidePanel>
  );
}

function RatiosForm({ start, onClose }: { start: GroupRatios; onClose: () => void }) {
  const { t } = useTranslation("user-groups");
  const resolver = useMemo(() => ratiosResolver(t), [t]);
  const form = useForm<RatiosValues>({
    defaultValues: { ratios: JSON.stringify(start, null, 2) },
    resolver,
  });
  const save = useSetRatios();

  const submit = form.handleSubmit(async ({ ratios }) => {
    try {
      await save.mutateAsync(groupRatios.parse(JSON.parse(ratios)));
      notify.success(t("ratios.done"));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      title={t("ratios.title")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      submitLabel={t("editor.save")}
    >
      <FormProvider {...form}>
        <FormSection description={t("ratios.description")}>
          <JsonField<RatiosValues>
            name="ratios"
            label={t("ratios.field")}
            hint={t("ratios.hint")}
            minRows={10}
            required
          />
        </FormSection>
      </FormProvider>
    </SidePanel>
  );
}

/** JSON text whose meaning the contract accepts; the first bad entry is named. */
function ratiosResolver(t: TFunction<"user-groups">): Resolver<RatiosValues> {
  const check = formResolver(z.object({ ratios: groupRatios })) as unknown as Resolver<{ ratios: unknown }>;
  return async (values, context, options) => {
    const parsed = parseJson(values.ratios);
    if (parsed === undefined)
      return { values: {}, errors: { ratios: { type: "custom", message: t("ratios.not_json") } } };
    const { errors } = await check({ ratios: parsed }, context, options as never);
    const [entry] = Object.entries((errors.ratios ?? {}) as Record<string, { message?: string }>);
    if (!errors.ratios) return { values, errors: {} };
    const problem = entry?.[1]?.message;
    const message = problem ? t("ratios.bad_entry", { name: entry[0], problem }) : t("ratios.not_json");
    return { values: {}, errors: { ratios: { type: "custom", message } } };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
