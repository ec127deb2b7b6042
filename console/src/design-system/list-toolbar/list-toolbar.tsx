import FilterListIcon from "@mui/icons-material/FilterList";
import RefreshIcon from "@mui/icons-material/Refresh";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { screenOnly } from "../theme/print-rules";
import { usePhone } from "../theme/use-phone";
import { FilterChip } from "./filter-chip";
import { FilterSheet } from "./filter-sheet";
import { filterSummary, type ListFilter } from "./list-filter";
import { SearchField } from "./search-field";

export interface ListToolbarProps {
  /** Without it the list has no search. */
  search?: { value: string; onChange: (value: string) => void; placeholder?: string };
  filters?: ListFilter[];
  onRefresh?: () => void;
  refreshing?: boolean;
  /** Before the refresh button: export and the like. */
  children?: ReactNode;
}

/** The one bar of a list: search, filters that show their value, refresh. Filters open in a sheet on phones. */
export function ListToolbar(props: ListToolbarProps) {
  const texts = useDesignTexts();
  const phone = usePhone();
  const filters = props.filters ?? [];
  return (
    <Stack direction="row" className={screenOnly} sx={{ alignItems: "flex-start", gap: 1 }}>
      <Stack direction="row" sx={{ flex: 1, minWidth: 0, gap: 1, flexWrap: phone ? "nowrap" : "wrap" }}>
        {props.search && <SearchField {...props.search} />}
        {!phone && filters.map((filter) => <FilterChip key={filter.name} filter={filter} />)}
        {phone && filters.length > 0 && <PhoneFilters filters={filters} named={!props.search} />}
      </Stack>
      <Stack direction="row" sx={{ alignItems: "center", flexShrink: 0 }}>
        {props.children}
        {props.onRefresh && (
          <Tooltip title={texts.refresh}>
            <IconButton aria-label={texts.refresh} onClick={props.onRefresh} sx={{ color: "text.secondary" }}>
              <Box
                component={RefreshIcon}
                sx={{
                  fontSize: 20,
                  animation: props.refreshing ? "turn 0.8s linear infinite" : "none",
                  "@keyframes turn": { to: { transform: "rotate(360deg)" } },
                }}
              />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
    </Stack>
  );
}

/** Opens the filters on phones: beside a search as a sign, else as a button that names what is in force. */
function PhoneFilters({ filters, named }: { filters: ListFilter[]; named: boolean }) {
  const texts = useDesignTexts();
  const [open, setOpen] = useState(false);
  const values = filters.map(filterSummary).filter((value) => value !== undefined);
  const label = [texts.filters, ...values].join(" · ");
  return (
    <>
      {named ? (
        <Button
          variant="outlined"
          startIcon={<FilterListIcon />}
          onClick={() => setOpen(true)}
          sx={{ minWidth: 0, justifyContent: "flex-start" }}
        >
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis" }}>
            {label}
          </Box>
        </Button>
      ) : (
        <IconButton aria-label={label} onClick={() => setOpen(true)} sx={{ color: "text.secondary" }}>
          <Badge badgeContent={values.length > 0 ? values.length : null} color="primary">
            <FilterListIcon fontSize="small" />
          </Badge>
        </IconButton>
      )}
      <FilterSheet open={open} onClose={() => setOpen(false)} filters={filters} />
    </>
  );
}
