import ComputerOutlinedIcon from "@mui/icons-material/ComputerOutlined";
import PhoneIphoneOutlinedIcon from "@mui/icons-material/PhoneIphoneOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { SessionEntry } from "@tollgate/contract/sessions";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { CardRow, ProfileCard } from "./profile-card";
import { sessionsQuery, useEndOtherSessions, useEndSession } from "./profile-queries";

const phones = new Set(["iPhone", "iPad", "Android", "HarmonyOS"]);
const methods = new Set(["password", "passkey", "github", "oidc", "lark", "wechat"]);

/** Sessions of the account; each can be signed out. */
export function SessionsCard() {
  const { t } = useTranslation(["profile", "common"]);
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const confirm = useConfirm();
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t("sessions.endOthersTitle"),
      body: t("sessions.endOthersBody"),
      confirmLabel: t("sessions.endOthers"),
    });
    if (!sure) return;
    endOthers.mutate(undefined, {
      onSuccess: ({ ended }) => notify.success(t("sessions.ended", { count: ended })),
    });
  };
  const others = data?.some((one) => !one.current) ?? false;
  return (
    <ProfileCard
      title={t("sessions.title")}
      description={t("sessions.body")}
      {...(others && {
        action: (
          <Button variant="outlined" loading={endOthers.isPending} onClick={() => void ask()}>
            {t("sessions.endOthers")}
          </Button>
        ),
      })}
    >
      {data && (
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {data.map((one) => (
            <SessionRow key={one.id} session={one} />
          ))}
        </Stack>
      )}
      {!data && !error && <Skeleton variant="rounded" height={96} />}
      {!data && error && (
        <ErrorState
          compact
          title={t("common:loadFailed")}
          message={describeError(error)}
          onRetry={() => void refetch()}
        />
      )}
    </ProfileCard>
  );
}

function nameOf(session: SessionEntry, t: TFunction<"profile">): string {
  const { browser, system } = session;
  if (browser !== "" && system !== "") return t("sessions.device", { browser, system });
  return browser || system || t("sessions.unknownDevice");
}

function SessionRow({ session }: { session: SessionEntry }) {
  const { t } = useTranslation("profile");
  const end = useEndSession();
  const name = nameOf(session, t);
  const method = methods.has(session.method) ? t(`sessions.method.${session.method}`) : session.method;
  return (
    <CardRow
      icon={phones.has(session.system) ? <PhoneIphoneOutlinedIcon /> : <ComputerOutlinedIcon />}
      title={
        <>
          <span>{name}</span>
          {session.current && <StatusChip tone="success" label={t("sessions.current")} />}
        </>
      }
      detail={
        <>
          <div>
            {session.source_ip} · {method}
          </div>
          {t("sessions.since")} <TimeText value={session.created_time} relative />
          {!session.current && (
            <>
              {" · "}
              <Box component="span" sx={{ display: "inline-block" }}>
                {t("sessions.lastSeen")} <TimeText value={session.last_seen_time} relative />
              </Box>
            </>
          )}
        </>
      }
      action={
        !session.current && (
          <Button
            size="small"
            color="error"
            loading={end.isPending}
            aria-label={t("sessions.endOne", { name })}
            onClick={() =>
              end.mutate(session.id, { onSuccess: () => notify.success(t("sessions.ended", { count: 1 })) })
            }
          >
            {t("sessions.end")}
          </Button>
        )
      }
    />
  );
}
