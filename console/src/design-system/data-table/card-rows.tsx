import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import type { Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { screenOnly } from "../theme/print-rules";
import type { RowAction } from "./row-action";
import { RowActions } from "./row-actions";

interface CardRowsProps<Row> {
  table: Table<Row>;
  card: (row: Row) => ReactNode;
  selectable: boolean;
  rowActions?: ((row: Row) => RowAction[]) | undefined;
  rowLabel?: ((row: Row) => string) | undefined;
}

/** A single action is its own button; several fold into the menu. */
function inOneButton(actions: RowAction[]): RowAction[] {
  return actions.map((action) => ({ ...action, visible: actions.length === 1 }));
}

/** The rows of a table on phones: one card each, with the facts that matter and its actions in one menu. */
export function CardRows<Row>(props: CardRowsProps<Row>) {
  const texts = useDesignTexts();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
      {props.table.getRowModel().rows.map((row) => (
        <Stack
          component="li"
          key={row.id}
          direction="row"
          sx={{
            alignItems: "flex-start",
            gap: 0.5,
            px: 2,
            py: 1.5,
            borderTop: 1,
            borderColor: "divider",
            bgcolor: row.getIsSelected() ? "action.selected" : "transparent",
          }}
        >
          {props.selectable && row.getCanSelect() && (
            <Checkbox
              className={screenOnly}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
              sx={{ mt: -0.5, ml: -0.5 }}
              slotProps={{
                input: {
                  "aria-label": [texts.selectRow, props.rowLabel?.(row.original)].filter(Boolean).join(" "),
                },
              }}
            />
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>{props.card(row.original)}</Box>
          {props.rowActions && (
            <Box sx={{ mt: -0.5, mr: -0.5 }}>
              <RowActions actions={inOneButton(props.rowActions(row.original))} />
            </Box>
          )}
        </Stack>
      ))}
    </Box>
  );
}

export function SkeletonCards(props: { rows: number }) {
  return Array.from({ length: props.rows }, (_, row) => (
    // Cards without content have no other identity.
    <Stack key={row} aria-hidden spacing={0.5} sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Skeleton width="55%" height={20} />
      <Skeleton width="80%" height={16} />
      <Skeleton width="35%" height={16} />
    </Stack>
  ));
}
