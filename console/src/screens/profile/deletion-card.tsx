import Button from "@mui/material/Button";
import type { Self } from "@tollgate/contract/profile";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { notify } from "../../lib/notifications/notifications";
import { ProfileCard } from "./profile-card";
import { useRequestDeletion, useWithdrawDeletion } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";

/** Requests the account's deletion, or withdraws the request. */
export function DeletionCard({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const [asking, setAsking] = useState(false);
  const request = useRequestDeletion();
  const withdraw = useWithdrawDeletion();
  const requested = self.deletion_requested_time > 0;
  return (
    <>
      <ProfileCard
        title={t("deletion.title")}
        {...(requested && { status: <StatusChip tone="warning" label={t("deletion.requested")} /> })}
        description={
          requested ? (
            <>
              {t("deletion.waiting")} <TimeText value={self.deletion_requested_time} />
            </>
          ) : (
            t("deletion.body")
          )
        }
        action={
          requested ? (
            <Button
              variant="outlined"
              loading={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(undefined, { onSuccess: () => notify.success(t("deletion.withdrawn")) })
              }
            >
              {t("deletion.withdraw")}
            </Button>
          ) : (
            <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
              {t("deletion.ask")}
            </Button>
          )
        }
      />
      {asking && (
        <StepUpDialog
          self={self}
          danger
          title={t("deletion.askTitle")}
          description={t("deletion.askBody")}
          submitLabel={t("deletion.ask")}
          act={(stepUp) => request.mutateAsync(stepUp)}
          onDone={() => {
            setAsking(false);
            notify.success(t("deletion.done"));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
