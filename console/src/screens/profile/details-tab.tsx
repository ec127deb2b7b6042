import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type Self, selfForm } from "@tollgate/contract/profile";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";
import { useLeaveGuard } from "../../design-system/side-panel/use-leave-guard";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { DeletionCard } from "./deletion-card";
import { ProfileCard } from "./profile-card";
import { useUpdateSelf } from "./profile-queries";

const nameForm = selfForm.pick({ username: true, display_name: true }).required();
const resolver = formResolver(nameForm);

interface NameValues {
  username: string;
  display_name: string;
}

const nothing = (): void => {};

/** The two names of an account, and its deletion. */
export function DetailsTab({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const { username, display_name } = self;
  const form = useForm<NameValues>({ values: { username, display_name }, resolver });
  const { isDirty } = form.formState;
  const update = useUpdateSelf();
  useLeaveGuard(isDirty, nothing);

  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync(values);
      notify.success(t("details.saved"));
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <>
      <ProfileCard title={t("details.title")} description={t("details.body")}>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <FormProvider {...form}>
            <Stack sx={{ gap: 2, maxWidth: 440, pt: 1 }}>
              <TextField<NameValues>
                name="username"
                label={t("details.username")}
                hint={t("details.usernameHint")}
                autoComplete="username"
                required
              />
              <TextField<NameValues>
                name="display_name"
                label={t("details.displayName")}
                hint={t("details.displayNameHint")}
                autoComplete="name"
              />
              <Button
                type="submit"
                variant="contained"
                loading={update.isPending}
                disabled={!isDirty}
                sx={{ alignSelf: "flex-start" }}
              >
                {t("details.save")}
              </Button>
            </Stack>
          </FormProvider>
        </form>
      </ProfileCard>
      <DeletionCard self={self} />
    </>
  );
}
