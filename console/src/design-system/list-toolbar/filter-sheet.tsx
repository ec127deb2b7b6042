import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Drawer from "@mui/material/Drawer";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useDesignTexts } from "../texts/design-texts";
import { clearFilter, type ListFilter } from "./list-filter";

/** All filters at once, from below: how phones set them. */
export function FilterSheet(props: { open: boolean; onClose: () => void; filters: ListFilter[] }) {
  const texts = useDesignTexts();
  return (
    <Drawer
      anchor="bottom"
      open={props.open}
      onClose={props.onClose}
      slotProps={{ paper: { sx: { borderRadius: "16px 16px 0 0", maxHeight: "85dvh" } } }}
    >
      <Stack sx={{ minHeight: 0 }}>
        <Stack
          direction="row"
          sx={{ justifyContent: "space-between", alignItems: "center", px: 2.5, pt: 2, pb: 1 }}
        >
          <Typography variant="h2">{texts.filters}</Typography>
          <Button size="small" onClick={() => props.filters.forEach(clearFilter)}>
            {texts.clear}
          </Button>
        </Stack>
        <Stack spacing={2} sx={{ minHeight: 0, overflowY: "auto", px: 2.5, py: 1 }}>
          {props.filters.map((filter) => (
            <SheetField key={filter.name} filter={filter} />
          ))}
        </Stack>
        <Box sx={{ px: 2.5, pt: 1.5, pb: "calc(16px + env(safe-area-inset-bottom))" }}>
          <Button fullWidth variant="contained" size="large" onClick={props.onClose}>
            {texts.apply}
          </Button>
        </Box>
      </Stack>
    </Drawer>
  );
}

function SheetField(props: { filter: ListFilter }) {
  const { filter } = props;
  if (filter.kind === "custom") {
    return (
      <Stack spacing={1}>
        <Typography variant="subtitle2">{filter.label}</Typography>
        {filter.content(() => {})}
      </Stack>
    );
  }
  if (filter.kind === "text") {
    return (
      <TextField
        label={filter.label}
        placeholder={filter.placeholder ?? ""}
        value={filter.value}
        onChange={(event) => filter.onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      select
      label={filter.label}
      value={filter.value}
      onChange={(event) => {
        const chosen = filter.options.find((option) => String(option.value) === event.target.value);
        if (chosen) filter.onChange(chosen.value);
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
