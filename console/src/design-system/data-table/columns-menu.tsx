import ViewColumnOutlinedIcon from "@mui/icons-material/ViewColumnOutlined";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import ListItemText from "@mui/material/ListItemText";
import type { Table, VisibilityState } from "@tanstack/react-table";
import { useState } from "react";
import { useOpened } from "../later/use-opened";
import { useDesignTexts } from "../texts/design-texts";
import { columnLabel } from "./data-column";
import { useFitting } from "./fitting-columns";

interface ColumnsMenuProps<Row> {
  table: Table<Row>;
  /** What the viewer wants to see. */
  visibility: VisibilityState;
  onChange: (next: VisibilityState) => void;
}

/** Shows and hides columns; nothing where no column can be hidden. */
export function ColumnsMenu<Row>(props: ColumnsMenuProps<Row>) {
  const texts = useDesignTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const { left } = useFitting();
  const { visibility, onChange } = props;
  const columns = props.table.getAllLeafColumns().filter((column) => column.getCanHide());
  const isWanted = (id: string): boolean => visibility[id] ?? true;
  if (columns.length === 0) return null;
  return (
    <>
      <Tooltip title={texts.columns}>
        <IconButton
          aria-label={texts.columns}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: "text.secondary" }}
        >
          <ViewColumnOutlinedIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {opened && (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          {columns.map((column) => (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={isWanted(column.id)}
              onClick={() => onChange({ ...visibility, [column.id]: !isWanted(column.id) })}
            >
              <Checkbox
                checked={isWanted(column.id)}
                tabIndex={-1}
                sx={{ p: 0, mr: 1 }}
                slotProps={{ input: { "aria-hidden": true } }}
              />
              <ListItemText
                primary={columnLabel(column)}
                secondary={left.has(column.id) ? texts.noRoom : undefined}
              />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
