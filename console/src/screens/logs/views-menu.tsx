import BookmarkBorderIcon from "@mui/icons-material/BookmarkBorder";
import CheckIcon from "@mui/icons-material/Check";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlineOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useSession } from "../../lib/session/session";
import { useSavedViews, viewSearch } from "./saved-views";

/** Saved views: one click sets all filters of one; the filters in force can be saved under a name. */
export function ViewsMenu() {
  const { t } = useTranslation("logs");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={t("views.label")}>
        <IconButton
          aria-label={t("views.label")}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: "text.secondary" }}
        >
          <BookmarkBorderIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { sx: { mt: 0.5, width: 300, maxWidth: "calc(100vw - 32px)" } } }}
      >
        <Views close={() => setAnchor(null)} />
      </Popover>
    </>
  );
}

function Views({ close }: { close: () => void }) {
  const { t } = useTranslation("logs");
  const { views, save, rename, remove } = useSavedViews(useSession()?.id ?? 0);
  const [search, setSearch] = useSearchParams();
  const [name, setName] = useState("");
  /** The view whose name is edited; undefined for a new one. */
  const [renamed, setRenamed] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const current = viewSearch(search);
  const endEdit = (): void => {
    setRenamed(undefined);
    setName("");
  };
  const startRename = (view: string): void => {
    setRenamed(view);
    setName(view);
    field.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    if (renamed === undefined) save(name.trim(), current);
    else rename(renamed, name.trim());
    endEdit();
  };
  return (
    <>
      {views.length === 0 ? (
        <Typography variant="body2" sx={{ color: "text.secondary", p: 2, pb: 0 }}>
          {t("views.empty")}
        </Typography>
      ) : (
        <List dense sx={{ maxHeight: 320, overflowY: "auto" }}>
          {views.map((view) => (
            <ListItem
              key={view.name}
              disablePadding
              secondaryAction={
                <>
                  <IconButton
                    size="small"
                    aria-label={t("views.rename", { name: view.name })}
                    onClick={() => startRename(view.name)}
                  >
                    <EditOutlinedIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    edge="end"
                    size="small"
                    aria-label={t("views.delete", { name: view.name })}
                    onClick={() => {
                      remove(view.name);
                      if (renamed === view.name) endEdit();
                    }}
                  >
                    <DeleteOutlineIcon fontSize="small" />
                  </IconButton>
                </>
              }
              sx={{ "& > .MuiListItemButton-root": { pr: 10 } }}
            >
              <ListItemButton
                selected={view.search === current}
                onClick={() => {
                  setSearch(new URLSearchParams(view.search));
                  close();
                }}
              >
                <ListItemText
                  primary={view.name}
                  slotProps={{ primary: { noWrap: true, title: view.name } }}
                />
                {view.search === current && <CheckIcon fontSize="small" />}
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
      <Stack component="form" direction="row" spacing={1} sx={{ p: 2 }} onSubmit={submit}>
        <TextField
          fullWidth
          inputRef={field}
          value={name}
          placeholder={t("views.name")}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { "aria-label": t("views.name"), maxLength: 60 } }}
        />
        <Button type="submit" variant="contained" disabled={name.trim() === ""}>
          {t("views.save")}
        </Button>
      </Stack>
      <Box sx={{ px: 2, pb: 2, mt: -1 }}>
        <Typography variant="caption" sx={{ color: "text.secondary" }}>
          {t("views.hint")}
        </Typography>
      </Box>
    </>
  );
}
