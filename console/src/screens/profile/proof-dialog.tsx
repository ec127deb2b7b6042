import type { Self } from "@tollgate/contract/profile";
import { proof, type Proof } from "@tollgate/contract/proof";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { FormDialog } from "./form-dialog";
import { ProofField } from "./proof-field";

export interface ProofDialogProps<Result> {
  self: Self;
  title: string;
  description: ReactNode;
  submitLabel: string;
  danger?: boolean;
  act: (proof: Proof) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
}

type Values = z.input<typeof proof>;

const resolver = formResolver(proof);

/** One deed that only the account's owner may do. */
export function ProofDialog<Result>(props: ProofDialogProps<Result>) {
  const form = useForm<Values, unknown, Proof>({
    defaultValues: { current_password: "", code: "" },
    resolver,
  });
  const [busy, setBusy] = useState(false);
  const submit = form.handleSubmit(async (values) => {
    setBusy(true);
    try {
      props.onDone(await props.act(values));
    } catch (error) {
      applyServerErrors(error, form.setError);
    } finally {
      setBusy(false);
    }
  });
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      form={form}
      onSubmit={(event) => void submit(event)}
      onClose={props.onClose}
      submitLabel={props.submitLabel}
      submitting={busy}
      danger={props.danger ?? false}
    >
      <ProofField<Values> self={props.self} autoFocus />
    </FormDialog>
  );
}
