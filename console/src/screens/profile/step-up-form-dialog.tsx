import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { FormDialog } from "./form-dialog";

/** One deed that only the account's owner may do; `Given` is what shows that. */
export interface OwnersDeed<Given, Result> {
  title: string;
  description: ReactNode;
  submitLabel: string;
  danger?: boolean;
  act: (stepUp: Given) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

interface StepUpFormDialogProps<Values extends FieldValues, Given, Result> extends OwnersDeed<Given, Result> {
  form: UseFormReturn<Values, unknown, Given>;
  /** The fields of the stepUp. */
  children: ReactNode;
}

/** Asks for the proof and does the deed. Problems of fields land on the fields, and the dialog stays open. */
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
