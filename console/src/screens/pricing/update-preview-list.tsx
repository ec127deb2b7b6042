import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { PriceUpdatePreview, SkippedRow } from "@tollgate/contract/price-updates";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { TablePager } from "../../design-system/data-table/table-pager";
import { formatNumber } from "../../lib/format-number";
import { pageOfList } from "./list-prices";
import { type ChangeFilters, filterChanges, type StateFilter } from "./update-changes";
import { UpdateRow } from "./update-row";

interface UpdatePreviewListProps {
  preview: PriceUpdatePreview;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

const stateFilters: StateFilter[] = ["all", "new", "changed", "gone", "locked"];
const pageSize = 50;

/** What the list would change, narrowed down and chosen from. */
export function UpdatePreviewList({ preview, chosen, onChoose }: UpdatePreviewListProps) {
  const { t } = useTranslation("pricing");
  const { changes } = preview;
  const anyServed = changes.some(({ served }) => served);
  const [filters, setFilters] = useState<ChangeFilters>({ state: "all", keyword: "", served: anyServed });
  const [page, setPage] = useState(1);
  const found = useMemo(() => filterChanges(changes, filters), [changes, filters]);
  const narrow = (next: Partial<ChangeFilters>) => {
    setFilters({ ...filters, ...next });
    setPage(1);
  };
  const choose = (models: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const model of models) {
      if (on) next.add(model);
      else next.delete(model);
    }
    onChoose(next);
  };
  const choosable = found.filter(({ state }) => state !== "locked").map(({ model }) => model);
  const { format, listed, unchanged } = preview;
  const summary = {
    format: t(`updates.format.${format}`),
    count: listed,
    listed: formatNumber(listed),
    same: formatNumber(unchanged),
  };

  return (
    <Stack sx={{ gap: 1.5, mt: 3 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("updates.summary", summary)}
      </Typography>
      <SkippedRows rows={preview.skipped} count={preview.skipped_count} />
      {changes.length === 0 ? (
        <Alert severity="success">{t("updates.up_to_date")}</Alert>
      ) : (
        <>
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
            {stateFilters.map((state) => (
              <StateChip
                key={state}
                state={state}
                count={filterChanges(changes, { ...filters, state }).length}
                selected={filters.state === state}
                onSelect={() => narrow({ state })}
              />
            ))}
          </Stack>
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center" }}>
            <TextField
              placeholder={t("search")}
              value={filters.keyword}
              onChange={(event) => narrow({ keyword: event.target.value })}
              slotProps={{ htmlInput: { type: "search", "aria-label": t("search") } }}
              sx={{ flex: "1 1 200px", maxWidth: { sm: 320 } }}
            />
            {anyServed && (
              <FormControlLabel
                control={
                  <Switch
                    size="small"
                    checked={filters.served}
                    onChange={(event) => narrow({ served: event.target.checked })}
                  />
                }
                label={t("updates.only_served")}
                slotProps={{ typography: { variant: "body2" } }}
                sx={{ ml: 0, mr: 0, gap: 1 }}
              />
            )}
            <Box sx={{ flex: 1, display: { xs: "none", sm: "block" } }} />
            <Button size="small" disabled={choosable.length === 0} onClick={() => choose(choosable, true)}>
              {t("updates.select_all", { count: choosable.length })}
            </Button>
            <Button size="small" disabled={chosen.size === 0} onClick={() => onChoose(new Set())}>
              {t("updates.select_none")}
            </Button>
          </Stack>
          <Box
            component="ul"
            aria-label={t("updates.changes")}
            sx={{ m: 0, p: 0, listStyle: "none", border: 1, borderColor: "divider", borderRadius: 2 }}
          >
            {pageOfList(found, page, pageSize).map((change) => (
              <UpdateRow
                key={change.model}
                change={change}
                chosen={chosen.has(change.model)}
                onChoose={(on) => choose([change.model], on)}
              />
            ))}
            {found.length === 0 && (
              <Box component="li" sx={{ p: 3, textAlign: "center", color: "text.secondary" }}>
                {t("updates.no_match")}
              </Box>
            )}
          </Box>
          {found.length > pageSize && (
            <TablePager
              list={{ page, size: pageSize, order: "", setPage, setSize: () => {}, setOrder: () => {} }}
              total={found.length}
            />
          )}
        </>
      )}
    </Stack>
  );
}

interface StateChipProps {
  state: StateFilter;
  count: number;
  selected: boolean;
  onSelect: () => void;
}

function StateChip({ state, count, selected, onSelect }: StateChipProps) {
  const { t } = useTranslation("pricing");
  if (count === 0 && state !== "all" && !selected) return null;
  return (
    <Chip
      label={`${t(`updates.state.${state}`)} ${formatNumber(count)}`}
      color={selected ? "primary" : "default"}
      variant={selected ? "filled" : "outlined"}
      aria-pressed={selected}
      onClick={onSelect}
    />
  );
}

const shownAtFirst = 5;

/** Rows of the list that cannot be used, each with its reason. */
function SkippedRows({ rows, count }: { rows: readonly SkippedRow[]; count: number }) {
  const { t } = useTranslation("pricing");
  const [all, setAll] = useState(false);
  if (count === 0) return null;
  const shown = all ? rows : rows.slice(0, shownAtFirst);
  return (
    <Alert severity="warning" variant="outlined" sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      {t("updates.skipped", { count })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: "anywhere" }}>
        {shown.map(({ row, problem }, index) => (
          // Hostile lists repeat names.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={index}>
            <code>{row}</code> {t(`updates.problem.${problem}`)}
          </li>
        ))}
      </Box>
      {rows.length > shownAtFirst && (
        <Button size="small" color="inherit" onClick={() => setAll(!all)}>
          {all ? t("unpriced.show_less") : t("unpriced.show_all", { count: rows.length })}
        </Button>
      )}
    </Alert>
  );
}
