import Skeleton from "@mui/material/Skeleton";
import type { Column } from "@tanstack/react-table";
import { useState } from "react";
import { readWidths } from "./kept-widths";

const lengths = ["70%", "45%", "85%", "55%", "60%"];

interface SkeletonRowsProps<Row> {
  /** Of the table. */
  label: string;
  rows: number;
  selectable: boolean;
  /** Of the columns in view: alignment and widths. */
  columns: Column<Row>[];
  /** Of a row; undefined without a column for them. */
  buttons: number | undefined;
}

/**
 * Rows of the first load, of unequal length so that they read as text to come, in columns as wide as those of the last visit, or as rows
 * usually are.
 */
export function SkeletonRows<Row>(props: SkeletonRowsProps<Row>) {
  const [kept] = useState(() => readWidths(props.label));
  return Array.from({ length: props.rows }, (_, row) => (
    // Rows without content have no other identity.
    <tr key={row} aria-hidden>
      {props.selectable && (
        <td className="check">
          <Skeleton variant="rounded" width={18} height={18} sx={{ ml: "7px" }} />
        </td>
      )}
      {props.columns.map(({ id, columnDef: { meta } }, column) => {
        const width = kept?.contents[id] ?? meta?.content ?? meta?.minWidth;
        const bar = (
          <Skeleton
            width={lengths[(row + column) % lengths.length] ?? "60%"}
            height={18}
            sx={{ ml: meta?.numeric ? "auto" : 0 }}
          />
        );
        const cuttable = meta?.minWidth !== undefined;
        return (
          <td
            key={id}
            data-column={id}
            className={cuttable ? "cuttable" : undefined}
            style={cuttable ? { minWidth: meta.minWidth } : undefined}
          >
            {cuttable ? (
              <div>
                <div>
                  <div style={{ width }}>{bar}</div>
                </div>
              </div>
            ) : (
              <div style={{ width, marginLeft: meta?.numeric ? "auto" : 0 }}>{bar}</div>
            )}
          </td>
        );
      })}
      {props.buttons !== undefined && (
        <td className="actions">
          <Skeleton
            width={kept?.contents["actions"] ?? props.buttons * buttonWidth}
            height={18}
            sx={{ ml: "auto" }}
          />
        </td>
      )}
    </tr>
  ));
}

/** Pixels, with the gap beside it. */
const buttonWidth = 31;
