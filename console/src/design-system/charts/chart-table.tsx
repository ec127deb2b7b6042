import Link from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableFooter from "@mui/material/TableFooter";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { Link as RouterLink } from "react-router";
import type { ChartPlace, ChartSeries } from "./chart-series";

export interface ChartTableProps {
  label: string;
  /** Above the column of times. */
  placesLabel: string;
  places: readonly ChartPlace[];
  series: readonly ChartSeries[];
  exact: (value: number) => string;
  /** The word for sums; without it the values do not add up. */
  total?: string | undefined;
  /** The address that lists what a value counts; `series` is undefined for the sum of a place. */
  hrefOf?: ((index: number, series: string | undefined) => string | undefined) | undefined;
  height: number;
}

/** The numbers of a chart as a table, newest first. It scrolls inside itself. */
export function ChartTable(props: ChartTableProps) {
  const { places, series, total, exact } = props;
  const sums = total !== undefined && series.length > 1;
  const sumOf = (values: readonly (number | null)[]): number =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const newestFirst = places.map((_, index) => index).reverse();
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={props.label}
      sx={{ maxHeight: props.height, borderTop: 1, borderColor: "divider", mt: 1 }}
    >
      <Table stickyHeader size="small" aria-label={props.label} sx={look}>
        <TableHead>
          <TableRow>
            <TableCell>{props.placesLabel}</TableCell>
            {sums && <TableCell align="right">{total}</TableCell>}
            {series.map((entry) => (
              <TableCell key={entry.id} align="right">
                {entry.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {newestFirst.map((index) => (
            <TableRow key={index}>
              <TableCell component="th" scope="row">
                {places[index]?.title}
              </TableCell>
              {sums && (
                <Value
                  value={sumOf(series.map(({ values }) => values[index] ?? null))}
                  exact={exact}
                  href={props.hrefOf?.(index, undefined)}
                />
              )}
              {series.map((entry) => (
                <Value
                  key={entry.id}
                  value={entry.values[index] ?? null}
                  exact={exact}
                  href={props.hrefOf?.(index, entry.id)}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
        {total !== undefined && (
          <TableFooter>
            <TableRow>
              <TableCell component="th" scope="row">
                {total}
              </TableCell>
              {sums && (
                <Value
                  value={series.reduce((sum, { values }) => sum + sumOf(values), 0)}
                  exact={exact}
                  href={undefined}
                />
              )}
              {series.map((entry) => (
                <Value key={entry.id} value={sumOf(entry.values)} exact={exact} href={undefined} />
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  );
}

interface ValueProps {
  value: number | null;
  exact: (value: number) => string;
  href: string | undefined;
}

function Value({ value, exact, href }: ValueProps) {
  const shown = value === null ? "–" : exact(value);
  return (
    <TableCell align="right">
      {href === undefined || !value ? (
        shown
      ) : (
        <Link component={RouterLink} to={href} color="inherit" underline="hover">
          {shown}
        </Link>
      )}
    </TableCell>
  );
}

const look = {
  "& .MuiTableCell-root": {
    whiteSpace: "nowrap",
    fontSize: 12,
    fontVariantNumeric: "tabular-nums",
    py: 0.5,
    height: 32,
  },
  "& .MuiTableCell-root:first-of-type": { position: "sticky", left: 0, bgcolor: "background.paper", pl: 2.5 },
  "& thead .MuiTableCell-root": { bgcolor: "background.paper" },
  "& thead .MuiTableCell-root:first-of-type": { zIndex: 3 },
  "& tfoot .MuiTableCell-root": {
    position: "sticky",
    bottom: 0,
    bgcolor: "background.paper",
    borderTop: 1,
    borderColor: "divider",
    color: "text.primary",
    fontWeight: 500,
  },
  "& tfoot .MuiTableCell-root:first-of-type": { zIndex: 3 },
} as const;
