import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItemButton from "@mui/material/ListItemButton";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { TimeText } from "../../design-system/time-text/time-text";
import { type Conversation, titleOf } from "./conversation";
import { storageLimits } from "./conversation-storage";
import type { Playground, PlaygroundState } from "./playground-store";
import { HeaderButton } from "./header-button";

/** Earlier conversations of this browser: open one, delete one, or all. */
export function HistoryMenu({ playground, state }: { playground: Playground; state: PlaygroundState }) {
  const { t } = useTranslation("playground");
  const confirm = useConfirm();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { conversations, current, keeping } = state;
  const clear = async (): Promise<void> => {
    setAnchor(null);
    const sure = await confirm({
      title: t("history.clearTitle"),
      body: t("history.clearBody", { count: conversations.length }),
      confirmLabel: t("history.clear"),
      danger: true,
    });
    if (sure) await playground.clear();
  };
  const remove = async (one: Conversation): Promise<void> => {
    const title = titleOf(one) || t("history.untitled");
    const sure = await confirm({
      title: t("history.removeTitle", { title }),
      body: t("history.removeBody"),
      confirmLabel: t("history.removeConfirm"),
      danger: true,
    });
    if (sure) await playground.remove(one.id);
  };
  return (
    <>
      <HeaderButton
        label={t("history.title")}
        icon={<HistoryIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{
          paper: {
            role: "dialog",
            "aria-label": t("history.title"),
            sx: { width: 340, maxWidth: "calc(100vw - 32px)", mt: 0.5 },
          },
        }}
      >
        <Box component="ul" sx={{ m: 0, p: 0.75, listStyle: "none", maxHeight: 360, overflowY: "auto" }}>
          {conversations.length === 0 && (
            <Typography component="li" variant="body2" sx={{ px: 1.25, py: 1.5, color: "text.secondary" }}>
              {t("history.none")}
            </Typography>
          )}
          {conversations.map((one) => (
            <Stack component="li" key={one.id} direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
              <ListItemButton
                selected={one.id === current.id}
                onClick={() => {
                  playground.open(one.id);
                  setAnchor(null);
                }}
                sx={{ borderRadius: "6px", px: 1.25, py: 0.75, minWidth: 0 }}
              >
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="body2" noWrap>
                    {titleOf(one) || t("history.untitled")}
                  </Typography>
                  <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
                    <TimeText value={Math.floor(one.updatedAt / 1000)} relative />
                    {" · "}
                    {one.lanes.map(({ model }) => model).join(", ")}
                  </Typography>
                </Box>
              </ListItemButton>
              <IconButton
                size="small"
                aria-label={t("history.remove", { title: titleOf(one) || t("history.untitled") })}
                onClick={() => void remove(one)}
              >
                <DeleteOutlinedIcon sx={{ fontSize: 17 }} />
              </IconButton>
            </Stack>
          ))}
        </Box>
        <Box sx={{ borderTop: 1, borderColor: "divider", px: 2, py: 1.25 }}>
          <Typography variant="caption" component="p" sx={{ color: "text.secondary" }}>
            {t(`history.keeping.${keeping}`, { count: storageLimits.conversations })}
          </Typography>
          {conversations.length > 0 && (
            <Button size="small" color="error" onClick={() => void clear()} sx={{ mt: 0.5, ml: -1.25 }}>
              {t("history.clear")}
            </Button>
          )}
        </Box>
      </Popover>
    </>
  );
}
