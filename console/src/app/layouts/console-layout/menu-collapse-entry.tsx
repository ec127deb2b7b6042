import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Collapse from "@mui/material/Collapse";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { MenuCollapse, Screen } from "../../../lib/define-screen";
import type { CollapseEntry } from "../../navigation";
import { MenuEntry } from "./menu-entry";
import { menuLine } from "./menu-line";
import { collapseIcons } from "./screen-icons";

export interface MenuCollapseEntryProps {
  entry: CollapseEntry;
  open: boolean;
  onToggle: (id: MenuCollapse) => void;
  /** The current page if it is one of the entry's. */
  current: Screen | undefined;
  onSelect: () => void;
}

/** The section has its height only now. */
const showCurrent = (section: HTMLElement): void =>
  section.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });

/** A collapsible menu line with its screens. Rendered again only by what changes in it. */
export const MenuCollapseEntry = memo(function MenuCollapseEntry(props: MenuCollapseEntryProps) {
  const { t } = useTranslation("shell");
  const { entry, open } = props;
  const Icon = collapseIcons[entry.id];
  return (
    <>
      <ListItem disablePadding>
        <ListItemButton
          aria-expanded={open}
          onClick={() => props.onToggle(entry.id)}
          sx={{ ...menuLine, ...(props.current && !open && { color: "primary.main" }) }}
        >
          <ListItemIcon sx={{ minWidth: 32 }}>
            <Icon sx={{ fontSize: 20 }} />
          </ListItemIcon>
          <ListItemText
            primary={t(entry.title)}
            slotProps={{ primary: { noWrap: true, sx: { fontSize: 14 } } }}
          />
          <ExpandMoreIcon
            sx={{ fontSize: 18, transform: open ? "rotate(180deg)" : "none", transition: "transform 150ms" }}
          />
        </ListItemButton>
      </ListItem>
      <ListItem disablePadding sx={{ display: "block" }}>
        <Collapse in={open} unmountOnExit onEntered={showCurrent}>
          <List dense disablePadding>
            {entry.screens.map((screen) => (
              <MenuEntry
                key={screen.path}
                nested
                screen={screen}
                selected={screen === props.current}
                onSelect={props.onSelect}
              />
            ))}
          </List>
        </Collapse>
      </ListItem>
    </>
  );
});
