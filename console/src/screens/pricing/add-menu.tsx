import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";

interface AddMenuProps<K extends string> {
  label: string;
  options: readonly { key: K; label: string }[];
  onAdd: (key: K) => void;
}

/** A button that adds one of several parts; nothing once all are there. */
export function AddMenu<K extends string>({ label, options, onAdd }: AddMenuProps<K>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (options.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ alignSelf: "flex-start" }}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {options.map(({ key, label: text }) => (
          <MenuItem
            key={key}
            onClick={() => {
              onAdd(key);
              setAnchor(null);
            }}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
