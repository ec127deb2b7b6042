import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Self } from "@tollgate/contract/profile";
import type { TwoFactorState } from "@tollgate/contract/two-factor";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { CodesDialog } from "./codes-dialog";
import { ProfileCard } from "./profile-card";
import { twoFactorQuery, useDisableTwoFactor, useRenewRecoveryCodes } from "./profile-queries";
import { TwoFactorDialog } from "./two-factor-dialog";
import { TwoFactorStepUpDialog } from "./two-factor-step-up-dialog";

/** Below this number a reminder to create new codes appears. */
const fewCodes = 3;

type Doing = "on" | "off" | "renew";

/** Two-factor authentication: on or off, and the recovery codes. */
export function TwoFactorCard({ self }: { self: Self }) {
  const { t } = useTranslation(["profile", "common"]);
  const { data: state, error, refetch } = useQuery(twoFactorQuery);
  const [doing, setDoing] = useState<Doing>();
  const [codes, setCodes] = useState<string[]>();
  const stop = (): void => setDoing(undefined);
  const showCodes = (fresh: string[]): void => {
    stop();
    setCodes(fresh);
  };

  return (
    <>
      <ProfileCard
        title={t("factor.title")}
        description={t("factor.body")}
        {...(state && {
          status: (
            <StatusChip
              tone={state.enabled ? "success" : "neutral"}
              label={t(state.enabled ? "factor.on" : "factor.off")}
            />
          ),
          action: <FactorButtons enabled={state.enabled} onChoose={setDoing} />,
        })}
      >
        {!state && error ? (
          <ErrorState
            compact
            title={t("common:loadFailed")}
            message={describeError(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          state?.enabled && <CodesLeft state={state} />
        )}
      </ProfileCard>
      {doing && <FactorDialog self={self} doing={doing} onCodes={showCodes} onClose={stop} />}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}

interface FactorDialogProps {
  self: Self;
  doing: Doing;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

function FactorDialog({ self, doing, onCodes, onClose }: FactorDialogProps) {
  const { t } = useTranslation("profile");
  const disable = useDisableTwoFactor();
  const renew = useRenewRecoveryCodes();
  if (doing === "on") return <TwoFactorDialog self={self} onDone={onCodes} onClose={onClose} />;
  if (doing === "off") {
    return (
      <TwoFactorStepUpDialog
        self={self}
        danger
        title={t("factor.turnOffTitle")}
        description={t("factor.turnOffBody")}
        submitLabel={t("factor.turnOff")}
        act={(stepUp) => disable.mutateAsync(stepUp)}
        onDone={() => {
          onClose();
          notify.success(t("factor.turnedOff"));
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <TwoFactorStepUpDialog
      self={self}
      title={t("factor.renewTitle")}
      description={t("factor.renewBody")}
      submitLabel={t("factor.renew")}
      act={(stepUp) => renew.mutateAsync(stepUp)}
      onDone={({ recovery_codes }) => onCodes(recovery_codes)}
      onClose={onClose}
    />
  );
}

function FactorButtons({ enabled, onChoose }: { enabled: boolean; onChoose: (doing: Doing) => void }) {
  const { t } = useTranslation("profile");
  if (!enabled) {
    return (
      <Button variant="contained" onClick={() => onChoose("on")}>
        {t("factor.turnOn")}
      </Button>
    );
  }
  return (
    <>
      <Button variant="outlined" onClick={() => onChoose("renew")}>
        {t("factor.renew")}
      </Button>
      <Button variant="outlined" color="error" onClick={() => onChoose("off")}>
        {t("factor.turnOff")}
      </Button>
    </>
  );
}

function CodesLeft({ state }: { state: TwoFactorState }) {
  const { t } = useTranslation("profile");
  const few = state.recovery_codes_left < fewCodes;
  return (
    <Typography
      variant="body2"
      sx={{ color: few ? "warning.main" : "text.secondary", fontWeight: few ? 500 : 400 }}
    >
      {t("factor.codesLeft", { count: state.recovery_codes_left })}
    </Typography>
  );
}
