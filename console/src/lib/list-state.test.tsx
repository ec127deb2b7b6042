import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../test/render-app";
import { type ListState, useListState } from "./list-state";

const filters = { status: 0, model: "", stream: false };
let state: ListState<typeof filters>;

function Probe() {
  state = useListState({ filters, defaultSize: 20, defaultOrder: "-id" });
  return null;
}

describe("useListState", () => {
  it("reads everything from the address, in the types of the defaults", async () => {
    await renderApp(<Probe />, {
      url: "/list?page=3&size=50&order=name&keyword=gpt&status=2&model=a&stream=true",
    });
    expect(state).toMatchObject({ page: 3, size: 50, order: "name", keyword: "gpt", narrowed: true });
    expect(state.filters).toEqual({ status: 2, model: "a", stream: true });
    expect(state.query).toEqual({
      page: 3,
      size: 50,
      order: "name",
      keyword: "gpt",
      status: 2,
      model: "a",
      stream: true,
    });
  });

  it("falls back to the defaults where the address is invalid", async () => {
    await renderApp(<Probe />, { url: "/list?page=-1&size=9999&status=x" });
    expect(state).toMatchObject({ page: 1, size: 20, order: "-id", keyword: "", narrowed: false });
    expect(state.filters.status).toBe(0);
  });

  it("writes only what differs from the defaults, keeps foreign values, and begins a new list at page 1", async () => {
    const app = await renderApp(<Probe />, { url: "/list?page=3&tab=x" });
    act(() => state.setFilter("status", 2));
    expect(app.location()).toBe("/list?tab=x&status=2");
    act(() => state.setPage(2));
    expect(app.location()).toBe("/list?tab=x&status=2&page=2");
    act(() => state.setFilters({ status: 0, model: "m" }));
    expect(app.location()).toBe("/list?tab=x&model=m");
    act(() => state.clear());
    expect(app.location()).toBe("/list?tab=x");
  });

  it("goes back step by step, with a whole search as one step", async () => {
    const app = await renderApp(<Probe />, { url: "/list" });
    act(() => state.setPage(2));
    act(() => state.setKeyword("g"));
    act(() => state.setKeyword("gp"));
    expect(state.keyword).toBe("gp");
    await act(() => app.goBack());
    expect(app.location()).toBe("/list?page=2");
    expect(state).toMatchObject({ page: 2, keyword: "" });
    await act(() => app.goBack());
    expect(app.location()).toBe("/list");
  });

  it("combines several changes of one tick into one step", async () => {
    const app = await renderApp(<Probe />, { url: "/list" });
    act(() => {
      state.setFilter("status", 2);
      state.setFilter("model", "m");
    });
    expect(app.location()).toBe("/list?status=2&model=m");
    await act(() => app.goBack());
    expect(app.location()).toBe("/list");
  });
});
