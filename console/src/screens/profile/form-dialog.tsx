import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type FormEvent, type ReactNode, useId } from "react";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

export interface FormDialogProps<T extends FieldValues, Output> {
  title: string;
  description?: ReactNode;
  form: UseFormReturn<T, unknown, Output>;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  submitLabel: string;
  submitting: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** A few fields and one action. */
export function FormDialog<T extends FieldValues, Output>(props: FormDialogProps<T, Output>) {
  const { t } = useTranslation("common");
  const titleId = useId();
  return (
    <Dialog open onClose={props.onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form noValidate onSubmit={props.onSubmit}>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent>
          {props.description && (
            <Typography component="div" sx={{ color: "text.secondary", mb: 2.5 }}>
              {props.description}
            </Typography>
          )}
          <FormProvider {...props.form}>
            <Stack sx={{ gap: 2, pt: props.description ? 0 : 1 }}>{props.children}</Stack>
          </FormProvider>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={props.onClose}>
            {t("cancel")}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={props.danger ? "error" : "primary"}
            loading={props.submitting}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
