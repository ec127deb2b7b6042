import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import type { Token } from "@tollgate/contract/tokens";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import type { DescriptorMap } from "./channels-columns";
import { channelQuery } from "./channels-queries";
import { ModelTests } from "./model-tests";
import { SetupModels } from "./setup-models";
import { SetupPrices } from "./setup-prices";
import { SetupRequest } from "./setup-request";
import { SetupStep } from "./setup-step";
import { SetupToken } from "./setup-token";

interface ChannelSetupProps {
  /** As it was stored. */
  created: Channel;
  descriptors: DescriptorMap;
  onClose: () => void;
}

/** Next steps after saving a channel: models, tests, prices, a token, the first request. */
export function ChannelSetup({ created, descriptors, onClose }: ChannelSetupProps) {
  const { t } = useTranslation("channels");
  const channel = useQuery(channelQuery(created.id)).data ?? created;
  const descriptor = descriptors.get(channel.type);
  const [token, setToken] = useState<Token>();
  const [answered, setAnswered] = useState(false);
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
        <ModelTests channelId={channel.id} models={channel.models} />
      </SetupStep>
      <SetupPrices channel={channel} />
      <SetupStep number={4} title={t("setup.step_token")} done={token !== undefined}>
        <SetupToken channel={channel} token={token} onCreated={setToken} />
      </SetupStep>
      <SetupStep number={5} title={t("setup.step_request")} done={answered}>
        <SetupRequest channel={channel} token={token} onAnswered={() => setAnswered(true)} />
      </SetupStep>
    </SidePanel>
  );
}
