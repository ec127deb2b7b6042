import { act, screen, waitFor, within } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderApp, type RenderOptions } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import type { DataColumn } from "./data-column";
import { DataTable, type DataTableProps } from "./data-table";
import type { ListControl } from "./list-control";

interface Row {
  id: number;
  name: string;
  used: number;
}

const columns: DataColumn<Row>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ row }) => row.original.name,
    enableSorting: true,
    enableHiding: false,
  },
  { id: "used", header: "Used", cell: ({ row }) => row.original.used, meta: { numeric: true } },
];
const rows: Row[] = [
  { id: 1, name: "alpha", used: 10 },
  { id: 2, name: "beta", used: 20 },
];

function aList(part: Partial<ListControl> = {}): ListControl {
  return { page: 1, size: 10, order: "", setPage: vi.fn(), setSize: vi.fn(), setOrder: vi.fn(), ...part };
}

function table(part: Partial<DataTableProps<Row>> = {}, options: RenderOptions = {}) {
  return renderApp(
    <DataTable
      label="Things"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.name}
      empty={<p>no things yet</p>}
      {...part}
    />,
    options,
  );
}

describe("DataTable", () => {
  it("shows skeleton rows until the first answer", async () => {
    await table({ rows: undefined, fetching: true });
    expect(screen.getByRole("table", { name: "Things" })).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByText("no things yet")).not.toBeInTheDocument();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("keeps the rows under a thin line while it fetches again", async () => {
    await table({ fetching: true });
    expect(screen.getByText("alpha")).toBeInTheDocument();
    // A short request shows none.
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(await screen.findByRole("progressbar")).toBeInTheDocument();
  });

  it("renders its cells again only for other rows or columns", async () => {
    let rendered = 0;
    function Counted({ name }: { name: string }) {
      rendered += 1;
      return name;
    }
    const counted: DataColumn<Row>[] = [
      { id: "name", header: "Name", cell: ({ row }) => <Counted name={row.original.name} /> },
    ];
    function Selecting() {
      const [ids, setIds] = useState<string[]>([]);
      return (
        <DataTable
          label="Things"
          columns={counted}
          rows={rows}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          selection={{ ids, onChange: setIds, actions: <button type="button">Delete</button> }}
          empty={null}
        />
      );
    }
    const { person } = await renderApp(<Selecting />);
    const before = rendered;
    await person.click(screen.getByRole("checkbox", { name: "Select alpha" }));
    expect(screen.getByRole("checkbox", { name: "Select alpha" })).toBeChecked();
    expect(rendered).toBe(before);
  });

  it("shows the rows in view first when it is opened again with the same rows", async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: index, name: `row ${index}`, used: 0 }));
    const shownRows = () => document.querySelectorAll("tbody tr:not([aria-hidden])").length;
    const atFirst: number[] = [];
    function First() {
      useLayoutEffect(() => void atFirst.push(shownRows()), []);
      return null;
    }
    const watched: DataColumn<Row>[] = [
      { id: "name", header: "Name", cell: ({ row: { original } }) => (original.id === 0 ? <First /> : "-") },
    ];
    function Page() {
      const [open, setOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setOpen(!open)}>
            Toggle
          </button>
          {open && (
            <DataTable
              label="Things"
              columns={watched}
              rows={many}
              rowId={({ id }) => String(id)}
              empty={null}
            />
          )}
        </>
      );
    }
    const { person } = await renderApp(<Page />);
    const kept = () => window.localStorage.getItem("widths.Things");
    await waitFor(() => expect(kept()).not.toBeNull(), { timeout: 3000 });
    await person.click(screen.getByRole("button", { name: "Toggle" }));
    expect(shownRows()).toBe(0);
    await person.click(screen.getByRole("button", { name: "Toggle" }));
    await waitFor(() => expect(shownRows()).toBe(60));
    expect(document.querySelectorAll("tr[aria-hidden]")).toHaveLength(0);
    // The window has 768 pixels: less the 200 above the rows, 13 rows of 46 fill the view.
    expect(atFirst).toEqual([60, 13]);
  });

  it("renders its cells again after a minute, for times relative to now", async () => {
    const timed: DataColumn<Row>[] = [
      { id: "name", header: "Name", cell: ({ row }) => `${row.original.name} at ${Date.now()}` },
    ];
    vi.useFakeTimers({ now: 1_000_000, toFake: ["Date", "setInterval", "clearInterval"] });
    try {
      await table({ columns: timed });
      expect(screen.getByText("alpha at 1000000")).toBeInTheDocument();
      act(() => void vi.advanceTimersByTime(60_000));
      expect(screen.getByText(/^alpha at 10[2-6]/)).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows the empty state", async () => {
    await table({ rows: [] });
    expect(screen.getByText("no things yet")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows why loading failed and retries", async () => {
    const onRetry = vi.fn();
    const { person } = await table({ rows: undefined, error: "The server is asleep.", onRetry });
    expect(screen.getByRole("alert")).toHaveTextContent("The server is asleep.");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("keeps the rows when only a refetch failed", async () => {
    await table({ error: "The server is asleep." });
    expect(screen.getByText("alpha")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("sorts on the server: descending, ascending, default order", async () => {
    const list = aList();
    const { person } = await table({ list, total: 2 });
    await person.click(screen.getByRole("button", { name: "Name" }));
    expect(list.setOrder).toHaveBeenCalledWith("-name");
    expect(screen.queryByRole("button", { name: "Used" })).not.toBeInTheDocument();
  });

  it("pages through the rows and stops at the last page", async () => {
    const list = aList({ page: 2 });
    const { person } = await table({ list, total: 12 });
    expect(screen.getByText("11–12 of 12")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
    await person.click(screen.getByRole("button", { name: "Previous page" }));
    expect(list.setPage).toHaveBeenCalledWith(1);
  });

  it("selects rows and offers bulk actions", async () => {
    const onChange = vi.fn();
    const { person } = await table({
      selection: { ids: ["2"], onChange, actions: <button type="button">Delete all</button> },
    });
    const bar = screen.getByRole("toolbar", { name: "1 selected" });
    expect(within(bar).getByRole("button", { name: "Delete all" })).toBeInTheDocument();
    await person.click(screen.getByRole("checkbox", { name: "Select alpha" }));
    expect(onChange).toHaveBeenCalledWith(["1", "2"]);
  });

  it("shows frequent actions as buttons and the rest in a menu, the dangerous last", async () => {
    const run = vi.fn();
    const { person } = await table({
      rows: rows.slice(0, 1),
      rowActions: () => [
        { id: "edit", label: "Edit", run, visible: true },
        { id: "delete", label: "Delete", run: vi.fn(), danger: true },
        { id: "copy", label: "Duplicate", run: vi.fn() },
      ],
    });
    await person.click(screen.getByRole("button", { name: "Edit" }));
    expect(run).toHaveBeenCalledOnce();
    await person.click(screen.getByRole("button", { name: "More actions" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(["Duplicate", "Delete"]);
  });

  it("hides columns and remembers the choice", async () => {
    const { person } = await table({ storageName: "things" });
    await person.click(screen.getByRole("button", { name: "Columns" }));
    expect(screen.getAllByRole("menuitemcheckbox")).toHaveLength(1);
    await person.click(screen.getByRole("menuitemcheckbox", { name: "Used" }));
    expect(screen.queryByText("20")).not.toBeInTheDocument();
    expect(window.localStorage.getItem("columns.things")).toBe('{"used":false}');
  });

  it("hides just as many columns as have no room, and says so in the columns menu", async () => {
    const isShown = (cell: Element) => getComputedStyle(cell).display !== "none";
    const room = vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(250);
    const wide = vi.spyOn(Element.prototype, "scrollWidth", "get").mockImplementation(function (
      this: Element,
    ) {
      return [...this.querySelectorAll("th")].filter(isShown).length * 100;
    });
    const cell = vi
      .spyOn(Element.prototype, "getBoundingClientRect")
      .mockImplementation(() => new DOMRect(0, 0, 100, 40));
    const four = ["a", "b", "c", "d"].map((id, leaves) => ({
      id,
      header: id,
      meta: { leaves, numeric: id === "b" },
      cell: () => `in ${id}`,
    }));
    try {
      const { person } = await table(
        { columns: four, rows: rows.slice(0, 1), storageName: "wide" },
        { styled: true },
      );
      expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["c", "d"]);
      const cells = screen.getAllByRole("cell");
      expect(cells.map((one) => one.textContent)).toEqual(["in c", "in d"]);
      // As the first one in view, not as text after the figures of b.
      expect(cells.map((one) => getComputedStyle(one).paddingLeft)).toEqual(["20px", "10px"]);
      await person.click(screen.getByRole("button", { name: "Columns" }));
      const noRoom = screen
        .getAllByRole("menuitemcheckbox")
        .filter((item) => within(item).queryByText("Hidden at this width"));
      expect(noRoom).toHaveLength(2);
    } finally {
      for (const spy of [room, wide, cell]) spy.mockRestore();
    }
  });

  it("opens a row on a click beside its buttons", async () => {
    const onRowClick = vi.fn();
    const { person } = await table({ onRowClick });
    await person.click(screen.getByText("beta"));
    expect(onRowClick).toHaveBeenCalledWith(rows[1]);
  });

  it("shows cards on phones", async () => {
    setViewport("phone");
    await table({ card: (row) => <p>card of {row.name}</p> });
    expect(screen.getByText("card of alpha")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });
});
