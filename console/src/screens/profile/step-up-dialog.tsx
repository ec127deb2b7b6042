import type { Self } from "@tollgate/contract/profile";
import { stepUp, type StepUp } from "@tollgate/contract/step-up";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { StepUpField } from "./step-up-field";
import { type OwnerAction, StepUpFormDialog } from "./step-up-form-dialog";
import { stepUpResolver } from "./step-up-resolver";

export interface StepUpDialogProps<Result> extends OwnerAction<StepUp, Result> {
  self: Self;
}

type Values = z.input<typeof stepUp>;

/** An action that needs step-up authentication. */
export function StepUpDialog<Result>({ self, ...action }: StepUpDialogProps<Result>) {
  const form = useForm<Values, unknown, StepUp>({
    defaultValues: { current_password: "", code: "" },
    resolver: stepUpResolver(self, stepUp),
  });
  return (
    <StepUpFormDialog {...action} form={form}>
      <StepUpField<Values> self={self} autoFocus />
    </StepUpFormDialog>
  );
}
