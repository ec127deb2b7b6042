import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { formatTime } from "../../lib/format-time";
import type { LogListState } from "./log-filters";
import type { LogQuery } from "./logs-queries";
import { customRange } from "../../widgets/moment-field/time-ranges";

interface SearchEndProps {
  /** Epoch seconds at which the server stopped. */
  searchedTo: number;
  state: LogListState;
  query: LogQuery;
}

/** The sentence about the search's end, and the way on: the same filters from there. */
function useSearchEnd({ searchedTo, state, query }: SearchEndProps): { sentence: string; goOn: () => void } {
  const { t } = useTranslation("logs");
  const oldestFirst = state.order !== "" && !state.order.startsWith("-");
  const { start_timestamp: start = 0, end_timestamp: end = 0 } = query;
  const rest = oldestFirst ? { start: searchedTo + 1, end } : { start, end: searchedTo - 1 };
  return {
    sentence: t(oldestFirst ? "search.up_to" : "search.back_to", { time: formatTime(searchedTo) }),
    goOn: () => state.setFilters({ range: customRange, ...rest }),
  };
}

/** Below the rows: how far a long search went. */
export function SearchEnd(props: SearchEndProps) {
  const { t } = useTranslation("logs");
  const { sentence, goOn } = useSearchEnd(props);
  return (
    <Stack
      role="status"
      direction={{ xs: "column", sm: "row" }}
      sx={{ alignItems: { sm: "center" }, columnGap: 2, rowGap: 1.5, mt: 1.5 }}
    >
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {sentence}
      </Typography>
      <Button
        variant="outlined"
        size="small"
        sx={{ flexShrink: 0, minHeight: { xs: 40, sm: 32 } }}
        onClick={goOn}
      >
        {t("search.further")}
      </Button>
    </Stack>
  );
}

/** Shown instead of rows: none found so far, with more to search. */
export function NothingSoFar(props: SearchEndProps) {
  const { t } = useTranslation("logs");
  const { sentence, goOn } = useSearchEnd(props);
  return (
    <Box role="status">
      <EmptyState
        title={t("search.nothing_so_far")}
        description={sentence}
        action={
          <Button variant="contained" onClick={goOn}>
            {t("search.further")}
          </Button>
        }
      />
    </Box>
  );
}
