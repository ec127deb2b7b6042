import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Box from "@mui/material/Box";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { Link, useLocation } from "react-router";
import { outwardLink, type PublicLink } from "./use-public-links";

/** Links as a list that drops down. */
export function LinkList(props: { links: PublicLink[]; anchor: HTMLElement; onClose: () => void }) {
  const { pathname } = useLocation();
  return (
    <Menu
      open
      anchorEl={props.anchor}
      onClose={props.onClose}
      slotProps={{ paper: { sx: { mt: 0.5, minWidth: 200 } } }}
    >
      {props.links.map(({ id, label, target }) => (
        <MenuItem
          key={id}
          {...("to" in target ? { component: Link, to: target.to } : outwardLink(target))}
          selected={"to" in target && target.to === pathname}
          onClick={props.onClose}
        >
          <Box sx={{ flex: 1, pr: 3 }}>{label}</Box>
          {"foreign" in target && target.foreign && (
            <OpenInNewIcon sx={{ fontSize: 15, color: "text.secondary" }} />
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}
