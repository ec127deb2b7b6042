import ArrowDropDownIcon from "@mui/icons-material/ArrowDropDown";
import CheckIcon from "@mui/icons-material/Check";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type ReactNode, useState } from "react";
import { useOpened } from "../later/use-opened";
import { useDesignTexts } from "../texts/design-texts";
import { clearFilter, filterSummary, type ListFilter } from "./list-filter";

/** One filter: its name, its value once set, a menu or field to set it, and a cross to drop it. */
export function FilterChip(props: { filter: ListFilter }) {
  const { filter } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const summary = filterSummary(filter);
  const close = (): void => setAnchor(null);
  return (
    <>
      <Chip
        variant="outlined"
        clickable
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        label={
          <>
            {filter.label}
            {summary !== undefined && (
              <Box component="span" sx={{ color: "primary.main", fontWeight: 500 }}>
                {": "}
                {summary}
              </Box>
            )}
          </>
        }
        onClick={(event) => setAnchor(event.currentTarget)}
        onDelete={
          summary === undefined
            ? (event) => setAnchor(event.currentTarget.parentElement)
            : () => clearFilter(filter)
        }
        deleteIcon={summary === undefined ? <ArrowDropDownIcon /> : <CloseIcon />}
        sx={{
          height: 36,
          maxWidth: 320,
          borderRadius: 1,
          borderStyle: summary === undefined ? "dashed" : "solid",
          bgcolor: summary === undefined ? "transparent" : "action.selected",
          "& .MuiChip-deleteIcon": { fontSize: 16 },
        }}
      />
      {opened && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          slotProps={{ paper: { sx: { mt: 0.5, minWidth: 180 } } }}
        >
          <FilterFields filter={filter} close={close} />
        </Popover>
      )}
    </>
  );
}

/** What sets a filter's value; the same in a chip's popover and in the sheet on phones. */
export function FilterFields(props: { filter: ListFilter; close: () => void }): ReactNode {
  const { filter, close } = props;
  if (filter.kind === "custom") return <Box sx={{ p: 2 }}>{filter.content(close)}</Box>;
  if (filter.kind === "text") return <TextFilter filter={filter} close={close} />;
  return (
    <MenuList sx={{ p: 0.75 }} autoFocusItem>
      {filter.options.map((option) => (
        <MenuItem
          key={option.value}
          selected={option.value === filter.value}
          onClick={() => {
            filter.onChange(option.value);
            close();
          }}
        >
          <Box sx={{ flex: 1, pr: 2 }}>{option.label}</Box>
          {option.value === filter.value && <CheckIcon />}
        </MenuItem>
      ))}
    </MenuList>
  );
}

function TextFilter(props: { filter: ListFilter & { kind: "text" }; close: () => void }) {
  const texts = useDesignTexts();
  const [draft, setDraft] = useState(props.filter.value);
  return (
    <Stack
      component="form"
      direction="row"
      spacing={1}
      sx={{ p: 1.5 }}
      onSubmit={(event) => {
        event.preventDefault();
        props.filter.onChange(draft.trim());
        props.close();
      }}
    >
      <TextField
        autoFocus
        value={draft}
        placeholder={props.filter.placeholder ?? ""}
        onChange={(event) => setDraft(event.target.value)}
        slotProps={{ htmlInput: { "aria-label": props.filter.label } }}
        sx={{ width: 220 }}
      />
      <Button type="submit" variant="contained">
        {texts.apply}
      </Button>
    </Stack>
  );
}
