import FilterListIcon from "@mui/icons-material/FilterList";
import RefreshIcon from "@mui/icons-material/Refresh";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
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
  const [sheetOpen, setSheetOpen] = useState(false);
  const filters = props.filters ?? [];
  const active = filters.filter((filter) => filterSummary(filter) !== undefined).length;
  return (
    <Stack direction="row" sx={{ alignItems: "flex-start", gap: 1 }}>
      <Stack direction="row" sx={{ flex: 1, minWidth: 0, gap: 1, flexWrap: phone ? "nowrap" : "wrap" }}>
        {props.search && <SearchField {...props.search} />}
        {!phone && filters.map((filter) => <FilterChip key={filter.name} filter={filter} />)}
      </Stack>
      <Stack direction="row" sx={{ alignItems: "center", flexShrink: 0 }}>
        {props.children}
        {phone && filters.length > 0 && (
          <>
            <IconButton
              aria-label={active > 0 ? `${texts.filters} ${active}` : texts.filters}
              onClick={() => setSheetOpen(true)}
            >
              <Badge badgeContent={active > 0 ? active : null} color="primary">
                <FilterListIcon fontSize="small" />
              </Badge>
            </IconButton>
            <FilterSheet open={sheetOpen} onClose={() => setSheetOpen(false)} filters={filters} />
          </>
        )}
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
