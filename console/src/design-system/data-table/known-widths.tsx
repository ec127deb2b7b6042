import type { Column } from "@tanstack/react-table";
import type { KeptWidths } from "./kept-widths";

interface KnownWidthsProps<Row> {
  contents: KeptWidths["contents"];
  columns: Column<Row>[];
  selectable: boolean;
  hasActions: boolean;
}

/** A row without height that makes the columns as wide as rows made them that are not rendered yet. It can shrink. */
export function KnownWidths<Row>(props: KnownWidthsProps<Row>) {
  return (
    <tr aria-hidden style={{ visibility: "collapse" }}>
      {props.selectable && <td aria-hidden className="check" />}
      {props.columns.map(({ id }) => (
        <td key={id} aria-hidden data-column={id} className="cuttable">
          <div>
            <div>
              <div style={{ width: props.contents[id] }} />
            </div>
          </div>
        </td>
      ))}
      {props.hasActions && <td aria-hidden className="actions" />}
    </tr>
  );
}
