import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type NotifySetting, notifySetting, type Self } from "@tollgate/contract/profile";
import type { TFunction } from "i18next";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { AmountInput } from "../../design-system/amount-field/amount-input";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { ProfileCard } from "./profile-card";
import { notifyQuery, useUpdateNotify } from "./profile-queries";

/** Notifications of the user, and how they are sent. Switches save immediately; the threshold has a button. */
export function NotificationsTab({ self }: { self: Self }) {
  const { t } = useTranslation(["profile", "common"]);
  const { data, error, refetch } = useQuery(notifyQuery);
  return (
    <ProfileCard title={t("notifications.title")} description={t("notifications.body")}>
      {data ? (
        <Choices self={self} setting={data} />
      ) : error ? (
        <ErrorState
          compact
          title={t("common:loadFailed")}
          message={describeError(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton variant="rounded" height={120} />
      )}
    </ProfileCard>
  );
}

function describeAddress(self: Self, t: TFunction<["profile", "common"]>): string {
  if (self.email === "") return t("notifications.noEmail");
  return self.email_verified
    ? t("notifications.mailTo", { email: self.email })
    : t("notifications.unverified");
}

function Choices({ self, setting }: { self: Self; setting: NotifySetting }) {
  const { t } = useTranslation(["profile", "common"]);
  const { telegram_bot: bot } = useSiteInfo();
  const bound = (self.bindings.telegram ?? "") !== "";
  const update = useUpdateNotify();
  const change = (part: Partial<NotifySetting>): void => update.mutate(part);
  return (
    <Stack divider={<Divider />}>
      <Choice
        title={t("notifications.quota")}
        hint={t("notifications.quotaHint")}
        checked={setting.quota_reminder}
        onChange={(quota_reminder) => change({ quota_reminder })}
      >
        {setting.quota_reminder && (
          <Threshold
            key={setting.quota_threshold}
            value={setting.quota_threshold}
            saving={update.isPending}
            onSave={(quota_threshold) =>
              update.mutate(
                { quota_threshold },
                { onSuccess: () => notify.success(t("notifications.saved")) },
              )
            }
          />
        )}
      </Choice>
      <Choice
        title={t("notifications.newPlace")}
        hint={t("notifications.newPlaceHint")}
        checked={setting.new_place}
        onChange={(new_place) => change({ new_place })}
      />
      <Choice
        title={t("notifications.taskDone")}
        hint={t("notifications.taskDoneHint")}
        checked={setting.task_done}
        onChange={(task_done) => change({ task_done })}
      />
      <Choice
        title={t("notifications.byMail")}
        hint={describeAddress(self, t)}
        disabled={self.email === "" || !self.email_verified}
        checked={setting.by_mail}
        onChange={(by_mail) => change({ by_mail })}
      />
      {bot !== "" && (
        <Choice
          title={t("notifications.byTelegram")}
          hint={bound ? t("notifications.telegramBy", { bot }) : t("notifications.notBound")}
          disabled={!bound}
          checked={setting.by_telegram}
          onChange={(by_telegram) => change({ by_telegram })}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  title: string;
  hint: string;
  checked: boolean;
  /** It cannot reach the user: shown as off. */
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

function Choice({ title, hint, checked, disabled = false, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <Box sx={{ py: 1.5 }}>
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", gap: 2 }}>
        <Box>
          <Typography component="label" htmlFor={id} sx={{ fontWeight: 500 }}>
            {title}
          </Typography>
          <Typography variant="body2" id={`${id}-hint`} sx={{ color: "text.secondary" }}>
            {hint}
          </Typography>
        </Box>
        <Switch
          id={id}
          checked={checked && !disabled}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          slotProps={{ input: { "aria-describedby": `${id}-hint` } }}
        />
      </Stack>
      {children}
    </Box>
  );
}

function Threshold(props: { value: number; saving: boolean; onSave: (value: number) => void }) {
  const { t } = useTranslation(["profile", "common"]);
  const { quota_per_unit, display_in_currency } = useSiteInfo();
  const [value, setValue] = useState(props.value);
  const valid = notifySetting.shape.quota_threshold.safeParse(value).success;
  return (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1, mt: 1.5, maxWidth: 480, alignItems: "flex-start" }}
    >
      <Box sx={{ flex: 1, width: "100%" }}>
        <AmountInput
          label={t("notifications.threshold")}
          value={value}
          onChange={setValue}
          quotaPerUnit={quota_per_unit}
          defaultUnit={display_in_currency ? "dollars" : "quota"}
          error={!valid}
        />
      </Box>
      <Button
        variant="outlined"
        disabled={!valid || value === props.value}
        loading={props.saving}
        onClick={() => props.onSave(value)}
        sx={{ height: 40 }}
      >
        {t("common:save")}
      </Button>
    </Stack>
  );
}
