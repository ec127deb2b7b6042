import ViewColumnOutlinedIcon from "@mui/icons-material/ViewColumnOutlined";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import type { Table } from "@tanstack/react-table";
import { useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { columnLabel } from "./data-column";

/** Shows and hides columns; nothing where no column can be hidden. */
export function ColumnsMenu<Row>(props: { table: Table<Row> }) {
  const texts = useDesignTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const columns = props.table.getAllLeafColumns().filter((column) => column.getCanHide());
  if (columns.length === 0) return null;
  return (
    <>
      <Tooltip title={texts.columns}>
        <IconButton
          aria-label={texts.columns}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: "text.secondary" }}
        >
          <ViewColumnOutlinedIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map((column) => (
          <MenuItem
            key={column.id}
            role="menuitemcheckbox"
            aria-checked={column.getIsVisible()}
            onClick={() => column.toggleVisibility()}
          >
            <Checkbox
              checked={column.getIsVisible()}
              tabIndex={-1}
              sx={{ p: 0, mr: 1 }}
              slotProps={{ input: { "aria-hidden": true } }}
            />
            {columnLabel(column)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
