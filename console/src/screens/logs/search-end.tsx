import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../lib/format-time";
import type { LogListState } from "./log-filters";
import type { LogQuery } from "./logs-queries";
import { customRange } from "./time-ranges";

interface SearchEndProps {
  /** Epoch seconds, as the server says where it stopped. */
  searchedTo: number;
  state: LogListState;
  query: LogQuery;
}

/** How far a long search went, and the way on: the same filters from there. */
export function SearchEnd({ searchedTo, state, query }: SearchEndProps) {
  const { t } = useTranslation("logs");
  const oldestFirst = state.order !== "" && !state.order.startsWith("-");
  const { start_timestamp: start = 0, end_timestamp: end = 0 } = query;
  const rest = oldestFirst ? { start: searchedTo + 1, end } : { start, end: searchedTo - 1 };
  return (
    <Stack
      role="status"
      direction={{ xs: "column", sm: "row" }}
      sx={{ alignItems: { sm: "center" }, columnGap: 2, rowGap: 1, mt: 1.5 }}
    >
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(oldestFirst ? "search.up_to" : "search.back_to", { time: formatTime(searchedTo) })}
      </Typography>
      <Button
        variant="outlined"
        size="small"
        sx={{ flexShrink: 0 }}
        onClick={() => state.setFilters({ range: customRange, ...rest })}
      >
        {t("search.further")}
      </Button>
    </Stack>
  );
}
