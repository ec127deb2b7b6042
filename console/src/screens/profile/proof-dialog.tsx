import type { Self } from "@tollgate/contract/profile";
import { proof, type Proof } from "@tollgate/contract/proof";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { ProofField } from "./proof-field";
import { type OwnersDeed, ProofFormDialog } from "./proof-form-dialog";
import { proofResolver } from "./proof-resolver";

export interface ProofDialogProps<Result> extends OwnersDeed<Proof, Result> {
  self: Self;
}

type Values = z.input<typeof proof>;

/** A deed that needs the password, or what stands in for it. */
export function ProofDialog<Result>({ self, ...deed }: ProofDialogProps<Result>) {
  const form = useForm<Values, unknown, Proof>({
    defaultValues: { current_password: "", code: "" },
    resolver: proofResolver(self, proof),
  });
  return (
    <ProofFormDialog {...deed} form={form}>
      <ProofField<Values> self={self} autoFocus />
    </ProofFormDialog>
  );
}
