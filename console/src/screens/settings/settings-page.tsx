import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import {
  type SettingSection,
  settingSectionNames,
  settingSections,
  type SettingTab,
  settingTabs,
} from "@tollgate/contract/setting-definition";
import { type SettingKey, settingDefinition } from "@tollgate/contract/settings";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { Later } from "../../design-system/later/later";
import { PageHeader } from "../../design-system/page-header/page-header";
import { usePhone } from "../../design-system/theme/use-phone";
import { useLeaveGuard } from "../../design-system/side-panel/use-leave-guard";
import { describeError } from "../../lib/describe-error";
import { prefetchQuietly } from "../../lib/query-client";
import { DirtyDot } from "./dirty-dot";
import { FindSetting } from "./find-setting";
import { goToSection, goToSetting } from "./go-to";
import { SectionCard } from "./section-card";
import { SectionNav, SectionSelect } from "./section-nav";
import { mapRows, type RowMap } from "./setting-values";
import { settingsQuery } from "./settings-queries";
import { useLinkedSetting } from "./use-linked-setting";

const nothing = (): void => {};

/** Fetches what the page asks for first. */
export function prefetchSettings(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, settingsQuery);
}

/** Every setting, tab by tab; each section is a form of its own. */
export function SettingsPage() {
  const { t } = useTranslation(["settings", "common"]);
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const named = search.get("tab");
  const tab = settingTabs.find((one) => one === named) ?? "operation";
  const settings = useQuery(settingsQuery);
  const rows = useMemo(() => settings.data && mapRows(settings.data), [settings.data]);
  const { dirty, onDirty } = useDirtySections();
  useLeaveGuard(dirty.size > 0, nothing);

  const show = (next: SettingTab): void =>
    setSearch(next === "operation" ? {} : { tab: next }, { preventScrollReset: true });
  const find = (key: SettingKey): void => {
    show(settingSections[settingDefinition(key).section]);
    goToSetting(key);
  };

  useLinkedSetting();

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        secondary={phone ? null : <FindSetting onChoose={find} />}
      />
      {phone && (
        <Box sx={{ mb: 1 }}>
          <FindSetting onChoose={find} />
        </Box>
      )}
      <SettingTabs tab={tab} dirty={dirty} ready={rows !== undefined} onChange={show} />
      {settings.error && !rows && (
        <Card>
          <ErrorState
            title={t("common:loadFailed")}
            message={describeError(settings.error)}
            onRetry={() => void settings.refetch()}
          />
        </Card>
      )}
      {settings.isPending && <LoadingCards />}
      {rows && (
        <TabPanels
          tab={tab}
          rows={rows}
          dirty={dirty}
          onDirty={onDirty}
          onReload={() => void settings.refetch()}
        />
      )}
    </>
  );
}

/** Which sections hold changes that are not saved. */
function useDirtySections() {
  const [dirty, setDirty] = useState<ReadonlySet<SettingSection>>(new Set());
  const onDirty = useCallback((section: SettingSection, now: boolean) => {
    setDirty((before) => {
      if (before.has(section) === now) return before;
      const next = new Set(before);
      if (now) next.add(section);
      else next.delete(section);
      return next;
    });
  }, []);
  return { dirty, onDirty };
}

function sectionsOf(tab: SettingTab): SettingSection[] {
  return settingSectionNames.filter((section) => settingSections[section] === tab);
}

interface SettingTabsProps {
  tab: SettingTab;
  dirty: ReadonlySet<SettingSection>;
  /** The panels are there. */
  ready: boolean;
  onChange: (tab: SettingTab) => void;
}

function SettingTabs({ tab, dirty, ready, onChange }: SettingTabsProps) {
  const { t } = useTranslation("settings");
  return (
    <Tabs
      value={tab}
      onChange={(_event, next: SettingTab) => onChange(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={t("tabs.label")}
      sx={(theme) => ({
        mb: 2.5,
        borderBottom: 1,
        borderColor: "divider",
        position: "sticky",
        top: "calc(var(--banner-height, 0px) + var(--header-height, 64px))",
        zIndex: theme.zIndex.appBar - 1,
        bgcolor: "background.default",
      })}
    >
      {settingTabs.map((one) => (
        <Tab
          key={one}
          value={one}
          id={`settings-tab-${one}`}
          {...(ready && { "aria-controls": `settings-panel-${one}` })}
          label={
            <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 1 }}>
              {t(`tabs.${one}`)}
              {sectionsOf(one).some((section) => dirty.has(section)) && <DirtyDot />}
            </Stack>
          }
        />
      ))}
    </Tabs>
  );
}

interface TabPanelsProps {
  tab: SettingTab;
  rows: RowMap;
  dirty: ReadonlySet<SettingSection>;
  onDirty: (section: SettingSection, dirty: boolean) => void;
  onReload: () => void;
}

/** Cards of a tab that fill the window of a desk. */
const cardsAtOnce = 2;

/** A tab that was opened stays, hidden, so that changes in it are not lost by a look at another. */
function TabPanels({ tab, dirty, ...card }: TabPanelsProps) {
  const [opened, setOpened] = useState<readonly SettingTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  return settingTabs.map((one) => (
    <Box
      key={one}
      role="tabpanel"
      id={`settings-panel-${one}`}
      aria-labelledby={`settings-tab-${one}`}
      hidden={one !== tab}
    >
      {opened.includes(one) && (
        <>
          {sectionsOf(one).length > 1 && <SectionSelect sections={sectionsOf(one)} onChoose={goToSection} />}
          <Stack direction="row" sx={{ gap: 4 }}>
            {sectionsOf(one).length > 1 && (
              <SectionNav sections={sectionsOf(one)} dirty={dirty} onChoose={goToSection} />
            )}
            <Stack sx={{ gap: 2.5, flex: 1, minWidth: 0, maxWidth: 920 }}>
              {sectionsOf(one)
                .slice(0, cardsAtOnce)
                .map((section) => (
                  <SectionCard key={section} section={section} {...card} />
                ))}
              <Later>
                {sectionsOf(one)
                  .slice(cardsAtOnce)
                  .map((section) => (
                    <SectionCard key={section} section={section} {...card} />
                  ))}
              </Later>
            </Stack>
          </Stack>
        </>
      )}
    </Box>
  ));
}

function LoadingCards() {
  return (
    <Stack sx={{ gap: 2.5, maxWidth: 920 }} aria-busy>
      {[0, 1, 2].map((index) => (
        <Card key={index} sx={{ p: 3 }}>
          <Skeleton width={160} height={28} />
          <Skeleton width="60%" />
          <Skeleton height={56} sx={{ mt: 1 }} />
        </Card>
      ))}
    </Stack>
  );
}
