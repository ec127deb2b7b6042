import Checkbox from "@mui/material/Checkbox";
import TableCell from "@mui/material/TableCell";
import MuiTableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import { flexRender, type Table } from "@tanstack/react-table";
import { useDesignTexts } from "../texts/design-texts";
import { useFitting } from "./fitting-columns";
import { type ListControl, nextOrder, sortDirection } from "./list-control";

interface TableHeadProps<Row> {
  table: Table<Row>;
  list?: ListControl | undefined;
  selectable: boolean;
  hasActions: boolean;
}

/** Names of the columns; those the server can sort by are buttons. Stays in view while the rows scroll. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const texts = useDesignTexts();
  const { left } = useFitting();
  const { table, list } = props;
  const headers = table.getFlatHeaders().filter(({ column }) => !left.has(column.id));
  return (
    <MuiTableHead>
      <TableRow>
        {props.selectable && (
          <TableCell padding="checkbox" className="check">
            <Checkbox
              checked={table.getIsAllRowsSelected()}
              indeterminate={table.getIsSomeRowsSelected()}
              onChange={table.getToggleAllRowsSelectedHandler()}
              slotProps={{ input: { "aria-label": texts.selectAll } }}
            />
          </TableCell>
        )}
        {headers.map((header) => {
          const { columnDef, id } = header.column;
          const direction = list && sortDirection(list.order, id);
          const title = flexRender(columnDef.header, header.getContext());
          return (
            <TableCell
              key={header.id}
              data-column={id}
              align={columnDef.meta?.numeric ? "right" : "left"}
              sortDirection={direction ?? false}
              style={columnDef.meta?.width ? { width: columnDef.meta.width } : {}}
            >
              {list && columnDef.enableSorting === true ? (
                <TableSortLabel
                  active={direction !== undefined}
                  direction={direction ?? "desc"}
                  onClick={() => list.setOrder(nextOrder(list.order, id))}
                >
                  {title}
                </TableSortLabel>
              ) : (
                title
              )}
            </TableCell>
          );
        })}
        {props.hasActions && (
          <TableCell align="right" className="actions">
            <span style={visuallyHidden}>{texts.actions}</span>
          </TableCell>
        )}
      </TableRow>
    </MuiTableHead>
  );
}

const visuallyHidden = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;
