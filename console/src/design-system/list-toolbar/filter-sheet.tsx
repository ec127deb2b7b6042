import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Drawer from "@mui/material/Drawer";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { clearFilter, type ListFilter } from "./list-filter";

/** All filters in a bottom sheet, for phones. The list changes on Apply. */
export function FilterSheet(props: { open: boolean; onClose: () => void; filters: ListFilter[] }) {
  return (
    <Drawer
      anchor="bottom"
      open={props.open}
      onClose={props.onClose}
      slotProps={{ paper: { sx: { borderRadius: "16px 16px 0 0", maxHeight: "85dvh" } } }}
    >
      <SheetFields {...props} />
    </Drawer>
  );
}

/** The pending change of a field; undefined while its input is invalid. */
type Drafts = Record<string, (() => void) | undefined>;

function SheetFields({ filters, onClose }: { filters: ListFilter[]; onClose: () => void }) {
  const texts = useDesignTexts();
  const [drafts, setDrafts] = useState<Drafts>({});
  const usable = Object.values(drafts).every((apply) => apply !== undefined);
  const apply = (): void => {
    for (const change of Object.values(drafts)) change?.();
    onClose();
  };
  return (
    <Stack sx={{ minHeight: 0 }}>
      <Stack
        direction="row"
        sx={{ justifyContent: "space-between", alignItems: "center", px: 2.5, pt: 2, pb: 1 }}
      >
        <Typography variant="h2">{texts.filters}</Typography>
        <Button
          size="small"
          onClick={() => {
            filters.forEach(clearFilter);
            onClose();
          }}
        >
          {texts.clear}
        </Button>
      </Stack>
      <Stack spacing={2} sx={{ minHeight: 0, overflowY: "auto", px: 2.5, py: 1 }}>
        {filters.map((filter) => (
          <SheetField
            key={filter.name}
            filter={filter}
            onDraft={(change) => setDrafts((before) => ({ ...before, [filter.name]: change }))}
          />
        ))}
      </Stack>
      <Box sx={{ px: 2.5, pt: 1.5, pb: "calc(16px + env(safe-area-inset-bottom))" }}>
        <Button fullWidth variant="contained" size="large" disabled={!usable} onClick={apply}>
          {texts.apply}
        </Button>
      </Box>
    </Stack>
  );
}

interface SheetFieldProps {
  filter: ListFilter;
  onDraft: (apply: (() => void) | undefined) => void;
}

function SheetField({ filter, onDraft }: SheetFieldProps) {
  const [value, setValue] = useState(filter.kind === "custom" ? "" : filter.value);
  if (filter.kind === "custom") {
    return (
      <Stack spacing={1}>
        <Typography variant="subtitle2">{filter.label}</Typography>
        {filter.content(() => {}, onDraft)}
      </Stack>
    );
  }
  if (filter.kind === "text") {
    return (
      <TextField
        label={filter.label}
        placeholder={filter.placeholder ?? ""}
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
          onDraft(() => filter.onChange(target.value.trim()));
        }}
      />
    );
  }
  return (
    <TextField
      select
      label={filter.label}
      value={value}
      onChange={(event) => {
        const chosen = filter.options.find((option) => String(option.value) === event.target.value);
        if (!chosen) return;
        setValue(chosen.value);
        onDraft(() => filter.onChange(chosen.value));
      }}
    >
      {filter.options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
