import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type Channel, channelStatus } from "@tollgate/contract/channels";
import type { Token } from "@tollgate/contract/tokens";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import type { DescriptorMap } from "./channels-columns";
import { channelQuery } from "./channels-queries";
import { ModelTests } from "./model-tests";
import { problemSentence } from "./problem-sentence";
import { SetupModels } from "./setup-models";
import { SetupPrices } from "./setup-prices";
import { SetupRequest } from "./setup-request";
import { SetupStep } from "./setup-step";
import { SetupToken } from "./setup-token";
import { type ModelTestRuns, useModelTests } from "./use-model-tests";

interface ChannelSetupProps {
  /** As it was stored. */
  created: Channel;
  descriptors: DescriptorMap;
  onEdit: (channel: Channel) => void;
  onClose: () => void;
}

/** Next steps after saving a channel: models, tests, prices, a token, the first request. */
export function ChannelSetup({ created, descriptors, onEdit, onClose }: ChannelSetupProps) {
  const { t } = useTranslation("channels");
  const channel = useQuery(channelQuery(created.id)).data ?? created;
  const descriptor = descriptors.get(channel.type);
  const [token, setToken] = useState<Token>();
  const [answered, setAnswered] = useState(false);
  const runs = useModelTests(channel.id);
  return (
    <SidePanel
      open
      title={t("setup.title", { name: channel.name })}
      subtitle={t("setup.subtitle")}
      onClose={onClose}
      footer={
        <Button variant="contained" onClick={onClose} sx={{ ml: "auto" }}>
          {t("setup.done")}
        </Button>
      }
    >
      <SetupStep number={1} title={t("setup.step_models")} done={channel.models.length > 0}>
        <SetupModels channel={channel} canListModels={descriptor?.canListModels ?? false} />
      </SetupStep>
      <SetupStep number={2} title={t("setup.step_test")} done={channel.response_time > 0}>
        {channel.status === channelStatus.autoDisabled && (
          <Disabled channel={channel} onEdit={() => onEdit(channel)} />
        )}
        <ModelTests models={channel.models} runs={runs} />
      </SetupStep>
      <SetupPrices channel={channel} />
      <SetupStep number={4} title={t("setup.step_token")} done={token !== undefined}>
        <SetupToken channel={channel} token={token} onCreated={setToken} />
      </SetupStep>
      <SetupStep number={5} title={t("setup.step_request")} done={answered}>
        <SetupRequest
          channel={channel}
          token={token}
          tested={channel.models.find((model) => hasPassed(runs, model))}
          onAnswered={() => setAnswered(true)}
        />
      </SetupStep>
    </SidePanel>
  );
}

/** Why a test disabled the channel, and the way to change it. */
function Disabled({ channel, onEdit }: { channel: Channel; onEdit: () => void }) {
  const { t } = useTranslation("channels");
  const { status_problem: problem, status_reason: reason } = channel;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 1.5, overflowWrap: "anywhere" }}
      action={
        <Button color="inherit" size="small" onClick={onEdit}>
          {t("page.edit")}
        </Button>
      }
    >
      {t("status.reason", { reason: problemSentence(t, problem, reason) })}
    </Alert>
  );
}

function hasPassed({ tests }: ModelTestRuns, model: string): boolean {
  const test = tests.get(model);
  return test?.state === "done" && test.result.success;
}
