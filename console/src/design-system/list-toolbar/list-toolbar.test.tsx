import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderApp } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import type { ListFilter } from "./list-filter";
import { ListToolbar } from "./list-toolbar";

const nothing = vi.fn();

const status: ListFilter = {
  kind: "select",
  name: "status",
  label: "Status",
  value: 1,
  none: 0,
  options: [{ value: 1, label: "Enabled" }],
  onChange: nothing,
};

describe("ListToolbar", () => {
  it("focuses the search with a slash, also from a ticked box, but not from a field", async () => {
    const { person } = await renderApp(
      <>
        <ListToolbar search={{ value: "", onChange: nothing, placeholder: "Search name" }} />
        <input type="checkbox" aria-label="Select" />
        <input aria-label="Note" />
      </>,
    );
    await person.click(screen.getByRole("checkbox", { name: "Select" }));
    await person.keyboard("/");
    expect(screen.getByRole("searchbox", { name: "Search name" })).toHaveFocus();
    await person.type(screen.getByRole("textbox", { name: "Note" }), "a/b");
    expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue("a/b");
  });

  it("names the active filters on phones where there is no search field", async () => {
    setViewport("phone");
    const { person } = await renderApp(<ListToolbar filters={[status]} />);
    await person.click(screen.getByRole("button", { name: "Filters · Enabled" }));
    expect(await screen.findByRole("heading", { name: "Filters" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Filters" })).not.toBeInTheDocument());
  });
});
