import MoreHorizIcon from "@mui/icons-material/MoreHoriz";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { type MouseEvent, useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import type { RowAction } from "./row-action";

/** The frequent actions of a row as buttons, the others in a menu, those that lose something last. */
export function RowActions(props: { actions: RowAction[] }) {
  const texts = useDesignTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Most rows' menus are never opened; one that was stays, so that it can fade.
  const [opened, setOpened] = useState(false);
  const visible = props.actions.filter((action) => action.visible);
  const hidden = props.actions.filter((action) => !action.visible);
  const ordered = [...hidden.filter((action) => !action.danger), ...hidden.filter((action) => action.danger)];
  const stop = (event: MouseEvent) => event.stopPropagation();

  return (
    <Stack direction="row" spacing={0.25} onClick={stop} sx={{ justifyContent: "flex-end" }}>
      {visible.map((action) => (
        <Tooltip key={action.id} title={action.label}>
          <span>
            <IconButton
              size="small"
              aria-label={action.label}
              disabled={action.disabled ?? false}
              onClick={action.run}
              sx={{ color: "text.secondary", "& svg": { fontSize: 18 } }}
            >
              {action.icon}
            </IconButton>
          </span>
        </Tooltip>
      ))}
      {ordered.length > 0 && (
        <IconButton
          size="small"
          aria-label={texts.moreActions}
          aria-haspopup="menu"
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setOpened(true);
          }}
          sx={{ color: "text.secondary", "& svg": { fontSize: 18 } }}
        >
          <MoreHorizIcon />
        </IconButton>
      )}
      {opened && <ActionsMenu actions={ordered} anchor={anchor} onClose={() => setAnchor(null)} />}
    </Stack>
  );
}

interface ActionsMenuProps {
  actions: RowAction[];
  /** Absent: closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

function ActionsMenu({ actions, anchor, onClose }: ActionsMenuProps) {
  const firstDanger = actions.findIndex((action) => action.danger);
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
    >
      {actions.flatMap((action, index) => [
        index === firstDanger && index > 0 && <Divider key={`${action.id}-line`} />,
        <MenuItem
          key={action.id}
          disabled={action.disabled ?? false}
          onClick={() => {
            onClose();
            action.run();
          }}
          sx={action.danger ? { color: "error.main", "& svg": { color: "error.main" } } : {}}
        >
          {action.icon && <ListItemIcon>{action.icon}</ListItemIcon>}
          {action.label}
        </MenuItem>,
      ])}
    </Menu>
  );
}
