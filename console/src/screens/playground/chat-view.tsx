import AddCommentOutlinedIcon from "@mui/icons-material/AddCommentOutlined";
import CodeIcon from "@mui/icons-material/Code";
import TuneIcon from "@mui/icons-material/Tune";
import Alert from "@mui/material/Alert";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../design-system/page-header/page-header";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { snippetModel } from "../../widgets/snippets/client-snippets";
import type { CallableModel } from "./callable-models";
import { ChatAppsMenu } from "./chat-apps-menu";
import { CodeDialog } from "./code-dialog";
import { Composer } from "./composer";
import { hasRunningStep } from "./conversation";
import { HeaderButton } from "./header-button";
import { HistoryMenu } from "./history-menu";
import { LaneBar } from "./lane-bar";
import { countSet } from "./settings";
import { SettingsPanel } from "./settings-panel";
import { Thread } from "./thread";
import { useFollowEnd } from "./use-follow-end";
import { usePlayground } from "./use-playground";
import { usePromptDraft } from "./use-prompt-draft";
import { useSendState } from "./use-send-state";

interface ChatViewProps {
  models: readonly CallableModel[];
  userId: number;
  ratio: number;
}

/** Models, conversation and composer; the settings beside them where there is room, otherwise in a panel. */
export function ChatView({ models, userId, ratio }: ChatViewProps) {
  const { t } = useTranslation("playground");
  const names = models.map(({ model }) => model);
  const { playground, state, getKey } = usePlayground(userId, snippetModel("curl", names) ?? names[0] ?? "");
  const { current, keeping } = state;
  const draft = usePromptDraft();
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up("lg"), { noSsr: true });
  const [settingsOpen, setSettingsOpen] = useState(roomy);
  const [codeOpen, setCodeOpen] = useState(false);
  const running = hasRunningStep(current);
  const { blocked, warning } = useSendState(current, models, draft.prompt);
  useFollowEnd(current);
  const send = (): void => {
    playground.send(draft.prompt);
    draft.clear();
  };
  const settings = (
    <SettingsPanel settings={current.settings} onChange={(next) => playground.setSettings(next)} />
  );
  const beside = roomy && settingsOpen;
  const set = countSet(current.settings) + (current.settings.system.trim() === "" ? 0 : 1);

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        secondary={
          <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
            <HeaderButton
              label={t("history.new")}
              icon={<AddCommentOutlinedIcon />}
              disabled={current.turns.length === 0}
              onClick={() => playground.begin()}
            />
            <HistoryMenu playground={playground} state={state} />
            <ChatAppsMenu getKey={getKey} />
            <HeaderButton label={t("code.open")} icon={<CodeIcon />} onClick={() => setCodeOpen(true)} />
            <Badge badgeContent={set} color="primary">
              <HeaderButton
                label={t("settings.title")}
                icon={<TuneIcon />}
                aria-expanded={settingsOpen}
                onClick={() => setSettingsOpen(!settingsOpen)}
              />
            </Badge>
          </Stack>
        }
      />
      <NoBalanceNotice />
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 4 }}>
        <Stack
          sx={{
            flex: 1,
            minWidth: 0,
            mx: "auto",
            maxWidth: current.lanes.length === 1 ? 900 : "none",
            minHeight: { xs: "calc(100dvh - 330px)", sm: "calc(100dvh - 220px)" },
          }}
        >
          <LaneBar lanes={current.lanes} models={models} ratio={ratio} playground={playground} />
          {current.turns.length === 0 ? (
            <Welcome onChoose={draft.setText} />
          ) : (
            <Thread conversation={current} running={running} playground={playground} />
          )}
          <Box sx={{ flex: 1, minHeight: 24 }} />
          <Box sx={composerPlace}>
            {keeping !== "kept" && (
              <Alert severity="warning" sx={{ mb: 1 }}>
                {t(`history.keeping.${keeping}`)}
              </Alert>
            )}
            <Composer
              draft={draft}
              running={running}
              blocked={blocked}
              warning={warning}
              onSend={send}
              onStop={() => playground.stop()}
            />
            <Typography
              variant="caption"
              component="p"
              sx={{ color: "text.secondary", textAlign: "center", mt: 0.75 }}
            >
              {t("privacy")}
            </Typography>
          </Box>
        </Stack>
        {beside && (
          <Box component="section" aria-label={t("settings.title")} sx={asideStyles}>
            {settings}
          </Box>
        )}
      </Box>
      {!roomy && (
        <SidePanel
          open={settingsOpen}
          title={t("settings.title")}
          onClose={() => setSettingsOpen(false)}
          width={400}
        >
          {settings}
        </SidePanel>
      )}
      {codeOpen && (
        <CodeDialog conversation={current} prompt={draft.prompt} onClose={() => setCodeOpen(false)} />
      )}
    </>
  );
}

/** Example prompts; a choice fills the field and sends nothing. */
function Welcome({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation("playground");
  return (
    <Stack sx={{ alignItems: "center", textAlign: "center", gap: 2, py: { xs: 4, sm: 8 } }}>
      <Typography variant="h2" component="p">
        {t("welcome.title")}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", justifyContent: "center", gap: 1, maxWidth: 640 }}>
        {(["explain", "write", "code"] as const).map((name) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            onClick={() => onChoose(t(`welcome.${name}Text`))}
          >
            {t(`welcome.${name}`)}
          </Button>
        ))}
      </Stack>
    </Stack>
  );
}

/** At the bottom of the window, over the end of the page's own margin. */
const composerPlace = {
  position: "sticky",
  bottom: 0,
  mb: { xs: -12, sm: -6 },
  pb: 1,
  bgcolor: "background.default",
  zIndex: 2,
} as const;

const asideStyles = {
  width: 320,
  flexShrink: 0,
  position: "sticky",
  top: "calc(var(--banner-height, 0px) + var(--header-height) + 16px)",
  maxHeight: "calc(100dvh - var(--banner-height, 0px) - var(--header-height) - 32px)",
  overflowY: "auto",
  p: 2,
  border: 1,
  borderColor: "divider",
  borderRadius: 1.5,
  bgcolor: "background.paper",
} as const;
