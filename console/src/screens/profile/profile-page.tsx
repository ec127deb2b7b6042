import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import type { Self } from "@tollgate/contract/profile";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { selfQuery } from "../../lib/session/self-query";
import { InviteCard } from "../../widgets/invite-card/invite-card";
import { AccessTab } from "./access-tab";
import { BindingsTab } from "./bindings-tab";
import { DetailsTab } from "./details-tab";
import { NotificationsTab } from "./notifications-tab";
import { ProfileHeader } from "./profile-header";
import { SecurityTab } from "./security-tab";

const tabNames = ["details", "security", "bindings", "access", "notifications", "invitations"] as const;
type TabName = (typeof tabNames)[number];

/** One's own account, a tab for each side of it; the tab is in the address. */
export function ProfilePage() {
  const { t } = useTranslation(["profile", "common"]);
  const [search, setSearch] = useSearchParams();
  const tab = tabNames.find((name) => name === search.get("tab")) ?? "details";
  const { data: self, error, refetch } = useQuery({ ...selfQuery, meta: { inPlace: true } });
  const show = (next: TabName): void =>
    setSearch(next === "details" ? {} : { tab: next }, { preventScrollReset: true });

  if (!self) {
    return error ? (
      <Card>
        <ErrorState
          title={t("common:loadFailed")}
          message={describeError(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    ) : (
      <LoadingProfile />
    );
  }
  return (
    <>
      <ProfileHeader self={self} />
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => show(next)}
        variant="scrollable"
        aria-label={t("sections")}
        sx={{ mt: 2, mb: 2.5, borderBottom: 1, borderColor: "divider" }}
      >
        {tabNames.map((name) => (
          <Tab
            key={name}
            value={name}
            label={t(`tab.${name}`)}
            id={`profile-tab-${name}`}
            {...(name === tab && { "aria-controls": "profile-panel" })}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="profile-panel" aria-labelledby={`profile-tab-${tab}`} sx={{ maxWidth: 880 }}>
        {panelOf(tab, self)}
      </Box>
    </>
  );
}

function panelOf(tab: TabName, self: Self): ReactNode {
  if (tab === "security") return <SecurityTab self={self} />;
  if (tab === "bindings") return <BindingsTab self={self} />;
  if (tab === "access") return <AccessTab self={self} />;
  if (tab === "notifications") return <NotificationsTab self={self} />;
  if (tab === "invitations") return <InviteCard />;
  return <DetailsTab self={self} />;
}

function LoadingProfile() {
  const { t } = useTranslation("common");
  return (
    <Stack aria-busy aria-label={t("loading")} sx={{ gap: 2.5 }}>
      <Skeleton variant="rounded" height={136} />
      <Skeleton width={420} height={32} />
      <Skeleton variant="rounded" height={220} sx={{ maxWidth: 880 }} />
    </Stack>
  );
}
