import Chip from "@mui/material/Chip";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Screen } from "../../../lib/define-screen";
import { menuLine } from "./menu-line";
import { screenIcons } from "./screen-icons";
import { usePrefetch } from "./use-prefetch";

export interface MenuEntryProps {
  screen: Screen;
  selected: boolean;
  onSelect: () => void;
  /** Inside a fold: without a drawing, further in. */
  nested?: boolean;
}

/** One line of the menu. A change of the page renders only the lines whose mark changes. */
export const MenuEntry = memo(function MenuEntry(props: MenuEntryProps) {
  const { t } = useTranslation("shell");
  const { screen, selected } = props;
  const Icon = screenIcons[screen.icon];
  const { disabled, chip, href, newTab } = screen.menu ?? {};
  const prefetch = usePrefetch(screen);
  const line = useRef<HTMLLIElement>(null);
  // The menu may be longer than the window.
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const target = href ? { component: "a" as const, href } : { component: Link, to: screen.path, ...prefetch };
  return (
    <ListItem ref={line} disablePadding>
      <ListItemButton
        {...target}
        {...(newTab && { target: "_blank", rel: "noopener noreferrer" })}
        selected={selected}
        disabled={disabled ?? false}
        aria-current={selected ? "page" : undefined}
        onClick={props.onSelect}
        sx={menuLine}
      >
        <ListItemIcon sx={{ minWidth: 32 }}>{!props.nested && <Icon sx={{ fontSize: 20 }} />}</ListItemIcon>
        <ListItemText
          primary={t(screen.title)}
          slotProps={{ primary: { noWrap: true, sx: { fontSize: 14, fontWeight: selected ? 500 : 400 } } }}
        />
        {chip && <Chip size="small" label={t(chip)} />}
      </ListItemButton>
    </ListItem>
  );
});
