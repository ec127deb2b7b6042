import HubOutlinedIcon from "@mui/icons-material/HubOutlined";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { prefetchQuietly } from "../../lib/query-client";
import { selfQuery } from "../../lib/session/self-query";
import { useHasAccess } from "../../lib/session/session";
import { callableModels } from "./callable-models";
import { ChatView } from "./chat-view";
import { playgroundModelsQuery } from "./playground-queries";

/** Fetches what the page asks for first. */
export function prefetchPlayground(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, playgroundModelsQuery);
}

/** Chat with one model, or with up to four side by side, as any program would call them. */
export function PlaygroundPage() {
  const { t } = useTranslation("playground");
  const offers = useQuery(playgroundModelsQuery);
  const self = useQuery(selfQuery);
  const group = self.data?.group;
  const models = useMemo(
    () => (offers.data && group !== undefined ? callableModels(offers.data, group) : undefined),
    [offers.data, group],
  );
  if (models && self.data && models.length > 0)
    return <ChatView models={models} userId={self.data.id} ratio={self.data.group_ratio} />;
  const failed = offers.error ?? self.error;
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      {models ? (
        <NoModel />
      ) : failed ? (
        <ErrorState
          title={t("failed")}
          message={describeError(failed)}
          onRetry={() => void Promise.all([offers.refetch(), self.refetch()])}
        />
      ) : (
        <Stack aria-busy sx={{ gap: 2 }}>
          <Skeleton variant="rounded" height={40} width={320} />
          <Skeleton variant="rounded" height={240} />
          <Skeleton variant="rounded" height={110} />
        </Stack>
      )}
    </>
  );
}

/** No channel offers the user's group a chat model with a price: administrators can change that, users can ask. */
function NoModel() {
  const { t } = useTranslation("playground");
  const admin = useHasAccess("admin");
  return (
    <EmptyState
      icon={<HubOutlinedIcon />}
      title={t("none.title")}
      description={t(admin ? "none.bodyAdmin" : "none.body")}
      action={
        <Button variant="contained" component={Link} to={admin ? "/panel/channel" : "/panel/model_price"}>
          {t(admin ? "none.channels" : "none.models")}
        </Button>
      }
    />
  );
}
