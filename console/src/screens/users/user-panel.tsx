import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { AdminUser } from "@tollgate/contract/users";
import { useMemo, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { useHasAccess, useSession } from "../../lib/session/session";
import { UserActivity } from "./user-activity";
import { UserFacts } from "./user-facts";
import { UserFields } from "./user-fields";
import { UserTokens } from "./user-tokens";
import { changeOf, userResolver, type UserValues, valuesOfUser } from "./user-values";
import { useUpdateUser } from "./users-queries";

interface UserPanelProps {
  user: AdminUser;
  /** Without that right the panel only shows. */
  mayChange: boolean;
  onClose: () => void;
}

type PanelTab = "details" | "edit" | "tokens" | "activity";

/** One user: facts, the form that changes it, its tokens, and what it did and what was done to it. */
export function UserPanel({ user, mayChange, onClose }: UserPanelProps) {
  const { t } = useTranslation("users");
  const [tab, setTab] = useState<PanelTab>(mayChange ? "edit" : "details");
  const isRoot = useHasAccess("root");
  // As it was opened: what others change meanwhile is not a change of this form.
  const [start] = useState(user);
  const isSelf = useSession()?.id === user.id;
  const form = useForm<UserValues>({
    defaultValues: valuesOfUser(start),
    resolver: useMemo(() => userResolver(start), [start]),
  });
  const update = useUpdateUser();

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await update.mutateAsync(changeOf(values, start));
      notify.success(t("done.updated", { name: saved.username }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });
  const editing = mayChange && tab === "edit";

  return (
    <SidePanel
      open
      title={user.username}
      subtitle={t("panel.subtitle", { id: user.id })}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      {...(editing && { onSubmit: (event) => void submit(event) })}
      submitting={update.isPending}
      submitLabel={t("editor.save")}
    >
      <Tabs
        value={tab}
        onChange={(_event, next: PanelTab) => setTab(next)}
        aria-label={t("panel.tabs")}
        sx={{ mt: -1.5, mb: 2.5, borderBottom: 1, borderColor: "divider" }}
      >
        {mayChange && <Tab value="edit" label={t("panel.edit")} />}
        <Tab value="details" label={t("panel.details")} />
        {mayChange && <Tab value="tokens" label={t("panel.tokens")} />}
        {(mayChange || isRoot || isSelf) && <Tab value="activity" label={t("panel.activity")} />}
      </Tabs>
      {editing && (
        <FormProvider {...form}>
          <UserFields isNew={false} group={user.group} />
        </FormProvider>
      )}
      {tab === "details" && <UserFacts user={user} />}
      {tab === "tokens" && <UserTokens id={user.id} />}
      {tab === "activity" && <UserActivity id={user.id} />}
    </SidePanel>
  );
}
