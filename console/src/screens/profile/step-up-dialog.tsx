import type { Self } from "@tollgate/contract/profile";
import { stepUp, type StepUp } from "@tollgate/contract/step-up";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { StepUpField } from "./step-up-field";
import { type OwnersDeed, StepUpFormDialog } from "./step-up-form-dialog";
import { stepUpResolver } from "./step-up-resolver";

export interface StepUpDialogProps<Result> extends OwnersDeed<StepUp, Result> {
  self: Self;
}

type Values = z.input<typeof stepUp>;

/** A deed that needs the password, or what stands in for it. */
export function StepUpDialog<Result>({ self, ...deed }: StepUpDialogProps<Result>) {
  const form = useForm<Values, unknown, StepUp>({
    defaultValues: { current_password: "", code: "" },
    resolver: stepUpResolver(self, stepUp),
  });
  return (
    <StepUpFormDialog {...deed} form={form}>
      <StepUpField<Values> self={self} autoFocus />
    </StepUpFormDialog>
  );
}
