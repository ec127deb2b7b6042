import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { FormDialog } from "./form-dialog";

/** An action only the account's owner may do; `Given` is the step-up input. */
export interface OwnerAction<Given, Result> {
  title: string;
  description: ReactNode;
  submitLabel: string;
  danger?: boolean;
  act: (stepUp: Given) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

interface StepUpFormDialogProps<Values extends FieldValues, Given, Result>
  extends OwnerAction<Given, Result> {
  form: UseFormReturn<Values, unknown, Given>;
  /** The step-up fields. */
  children: ReactNode;
}

/** Prompts for step-up and runs the action. Field errors appear on their fields, and the dialog stays open. */
export function StepUpFormDialog<Values extends FieldValues, Given, Result>({
  form,
  children,
  act,
  onDone,
  danger = false,
  ...dialog
}: StepUpFormDialogProps<Values, Given, Result>) {
  const [busy, setBusy] = useState(false);
  const submit = form.handleSubmit(async (values) => {
    setBusy(true);
    try {
      onDone(await act(values));
    } catch (error) {
      applyServerErrors(error, form.setError);
    } finally {
      setBusy(false);
    }
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      danger={danger}
      onSubmit={(event) => void submit(event)}
      submitting={busy}
    >
      {children}
    </FormDialog>
  );
}
