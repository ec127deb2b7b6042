import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import HubOutlinedIcon from "@mui/icons-material/HubOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink, useParams } from "react-router";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { PageHeader } from "../../design-system/page-header/page-header";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { useProviderTypes } from "../../widgets/provider-chip/provider-types";
import { CapabilitiesCard } from "./capabilities-card";
import { ChannelEditor } from "./channel-editor";
import { ChannelFacts, historyId } from "./channel-facts";
import { ChannelFigures } from "./channel-figures";
import { ChannelHistory } from "./channel-history";
import { channelQuery, useChannelEvents } from "./channels-queries";
import { ModelCheckCard } from "./model-check-card";
import { ModelTests } from "./model-tests";
import { useModelTests } from "./use-model-tests";

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "channel.not_found";

/** A link may lead to a channel that was deleted since. */
function MissingChannel() {
  const { t } = useTranslation("channels");
  return (
    <EmptyState
      icon={<HubOutlinedIcon />}
      title={t("page.gone")}
      description={t("page.gone_body")}
      action={
        <Button component={RouterLink} to="/panel/channel" variant="outlined">
          {t("page.show_all")}
        </Button>
      }
    />
  );
}

/** One channel: health, cost, model capabilities and history. */
export function ChannelPage() {
  const { t } = useTranslation("channels");
  const id = Number(useParams()["id"]);
  useChannelEvents();
  const isId = Number.isSafeInteger(id) && id > 0;
  const channel = useQuery({ ...channelQuery(id), enabled: isId });
  if (channel.data) return <LoadedChannel channel={channel.data} />;
  if (!isId || isMissing(channel.error)) return <MissingChannel />;
  if (channel.isError)
    return (
      <ErrorState
        title={t("page.missing")}
        message={describeError(channel.error)}
        onRetry={() => void channel.refetch()}
      />
    );
  return (
    <Stack sx={{ gap: 2 }} aria-busy>
      <Skeleton variant="rounded" height={64} />
      <Skeleton variant="rounded" height={280} />
    </Stack>
  );
}

function LoadedChannel({ channel }: { channel: Channel }) {
  const { t } = useTranslation("channels");
  const descriptors = useProviderTypes();
  const [editing, setEditing] = useState(false);
  const { id, name, models } = channel;
  const runs = useModelTests(id);
  return (
    <>
      <Button
        component={RouterLink}
        to="/panel/channel"
        size="small"
        startIcon={<ArrowBackIcon />}
        sx={{ mb: 1, ml: -1, color: "text.secondary" }}
      >
        {t("page.back")}
      </Button>
      <PageHeader
        title={
          <Box component="span" sx={{ overflowWrap: "anywhere" }}>
            {name}
          </Box>
        }
        description={<ChannelFacts channel={channel} descriptor={descriptors.get(channel.type)} />}
        secondary={
          <Button
            component={RouterLink}
            to={`/panel/log?channel_id=${id}`}
            variant="outlined"
            startIcon={<ReceiptLongOutlinedIcon />}
          >
            {t("page.logs")}
          </Button>
        }
        action={
          <Button variant="contained" startIcon={<EditOutlinedIcon />} onClick={() => setEditing(true)}>
            {t("page.edit")}
          </Button>
        }
      />
      <ChannelFigures channel={channel} descriptor={descriptors.get(channel.type)} />
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(0, 2fr)" },
          gap: 2,
          mt: 2,
          alignItems: "start",
        }}
      >
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ChartCard title={t("tests.title")} description={t("tests.hint")}>
            <Box sx={{ px: 2.5, pb: 2 }}>
              <ModelTests models={models} runs={runs} />
            </Box>
          </ChartCard>
          <CapabilitiesCard channel={channel} />
          <ModelCheckCard
            channel={channel}
            canListModels={descriptors.get(channel.type)?.canListModels ?? false}
          />
        </Stack>
        <div>
          <ChartCard title={t("page.history_title")}>
            <Box id={historyId} sx={{ px: 2.5, pb: 2 }}>
              <ChannelHistory channelId={id} name={name} />
            </Box>
          </ChartCard>
        </div>
      </Box>
      {editing && (
        <ChannelEditor
          start={{ kind: "edit", channel }}
          descriptors={descriptors}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
