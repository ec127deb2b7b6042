import { useState } from "react";
import { localStore } from "../../lib/local-store";

/** Filters under a name: the query of the page's address. */
export interface SavedView {
  name: string;
  search: string;
}

const viewsMost = 30;

const isView = (view: unknown): view is SavedView =>
  typeof view === "object" &&
  view !== null &&
  typeof (view as SavedView).name === "string" &&
  typeof (view as SavedView).search === "string";

/** The views of every user of this browser, by user id; what cannot be read counts as none. */
function readViews(): Record<string, SavedView[]> {
  const stored = localStore.readJson("logViews");
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([id, views]) => [id, Array.isArray(views) ? views.filter(isView) : []]),
  );
}

/** Saved views of a user, kept in this browser; a link does the same on another one. The newest comes first. */
export function useSavedViews(userId: number) {
  const [views, setViews] = useState(() => readViews()[userId] ?? []);
  const keep = (next: SavedView[]): void => {
    setViews(next);
    localStore.writeJson("logViews", { ...readViews(), [userId]: next });
  };
  return {
    views,
    /** Replaces a view of the same name. */
    save: (name: string, search: string) =>
      keep([{ name, search }, ...views.filter((view) => view.name !== name)].slice(0, viewsMost)),
    /** Replaces another view of the new name. */
    rename: (from: string, to: string) =>
      keep(
        views
          .filter(({ name }) => name === from || name !== to)
          .map((view) => (view.name === from ? { ...view, name: to } : view)),
      ),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  };
}

/** The part of the address that a view keeps: filters and order, neither page nor open row. */
export function viewSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  kept.delete("page");
  kept.delete("id");
  kept.sort();
  return kept.toString();
}
