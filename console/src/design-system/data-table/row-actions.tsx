import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { type MouseEvent, useState } from "react";
import { LightIconButton } from "../light-buttons/light-icon-button";
import { LightIcon } from "../light-icon/light-icon";
import { useDesignTexts } from "../texts/design-texts";
import type { RowAction } from "./row-action";

const buttons = { display: "flex", justifyContent: "flex-end", gap: 2 } as const;

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
    <div role="presentation" onClick={stop} style={buttons}>
      {visible.map((action) => (
        <Tooltip key={action.id} title={action.label}>
          <span>
            <LightIconButton
              aria-label={action.label}
              disabled={action.disabled ?? false}
              onClick={action.run}
            >
              {action.icon}
            </LightIconButton>
          </span>
        </Tooltip>
      ))}
      {ordered.length > 0 && (
        <LightIconButton
          aria-label={texts.moreActions}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setOpened(true);
          }}
        >
          <LightIcon name="MoreHoriz" />
        </LightIconButton>
      )}
      {opened && <ActionsMenu actions={ordered} anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
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
