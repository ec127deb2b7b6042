import { limits } from "@tollgate/contract/limits";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";

type FilterValue = string | number | boolean;
/** Widens the literal of a default: `0` → number, `""` → string. */
type Filters<F> = { [K in keyof F]: F[K] extends number ? number : F[K] extends boolean ? boolean : string };

export interface ListState<F extends Record<string, FilterValue>> {
  page: number;
  size: number;
  /** In the server's format: `-created_time`; empty for the server's own order. */
  order: string;
  keyword: string;
  filters: Filters<F>;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setOrder: (order: string) => void;
  setKeyword: (keyword: string) => void;
  setFilter: <K extends keyof F & string>(name: K, value: Filters<F>[K]) => void;
  setFilters: (values: Partial<Filters<F>>) => void;
  /** Keyword and filters back to their defaults. */
  clear: () => void;
  /** True if keyword or a filter narrows the list: an empty answer then means "nothing found". */
  narrowed: boolean;
  /** Everything, for the endpoint's query. */
  query: { page: number; size: number; order: string; keyword: string } & Filters<F>;
}

interface ListOptions<F> {
  filters?: F;
  defaultSize?: number;
  defaultOrder?: string;
}

/** The query of a list without parameters in the URL, as a link to it opens it. */
export function startQuery<F extends Record<string, FilterValue> = Record<never, never>>({
  filters,
  defaultSize: size = limits.listSizeDefault,
  defaultOrder: order = "",
}: ListOptions<F>): ListState<F>["query"] {
  return { page: 1, size, order, keyword: "", ...((filters ?? {}) as Filters<F>) };
}

/**
 * The state of a list, kept in the URL: back and forward work, a link shows a colleague the same rows.
 * Values that equal their default are left out of the URL. `filters` holds the defaults and so the types;
 * it must be a constant outside the component.
 */
export function useListState<F extends Record<string, FilterValue> = Record<never, never>>(
  options: ListOptions<F> = {},
): ListState<F> {
  const { filters: defaults, defaultSize = limits.listSizeDefault, defaultOrder = "" } = options;
  const [search, setSearch] = useSearchParams();
  const latest = useRef<URLSearchParams>(undefined);
  useLayoutEffect(() => {
    latest.current = undefined;
  }, [search]);

  const change = useCallback(
    (values: Record<string, FilterValue>, how: { keepPage?: boolean; replace?: boolean } = {}) => {
      // Several changes of one tick (a sheet of filters) combine into one history entry.
      const following = latest.current !== undefined;
      setSearch(
        (before) => {
          const next = new URLSearchParams(latest.current ?? before);
          if (!how.keepPage) next.delete("page");
          const standard: Record<string, FilterValue> = {
            page: 1,
            size: defaultSize,
            order: defaultOrder,
            keyword: "",
            ...defaults,
          };
          for (const [name, value] of Object.entries(values)) {
            if (value === standard[name]) next.delete(name);
            else next.set(name, String(value));
          }
          latest.current = next;
          return next;
        },
        { replace: following || (how.replace ?? false), preventScrollReset: true },
      );
      queueMicrotask(() => {
        latest.current = undefined;
      });
    },
    [setSearch, defaults, defaultSize, defaultOrder],
  );

  return useMemo(() => {
    const page = wholeNumber(search.get("page"), 1, Number.MAX_SAFE_INTEGER) ?? 1;
    const size = wholeNumber(search.get("size"), 1, limits.listSizeMax) ?? defaultSize;
    const order = search.get("order") ?? defaultOrder;
    const keyword = search.get("keyword") ?? "";
    const filters = readFilters(search, defaults ?? ({} as F));
    const resetValues: Record<string, FilterValue> = { keyword: "", ...defaults };
    return {
      page,
      size,
      order,
      keyword,
      filters,
      setPage: (next) => change({ page: next }, { keepPage: true }),
      setSize: (next) => change({ size: next }),
      setOrder: (next) => change({ order: next }),
      // One history entry for a search, not one per letter.
      setKeyword: (next) => change({ keyword: next }, { replace: keyword !== "" && next !== "" }),
      setFilter: (name, value) => change({ [name]: value }),
      setFilters: (values) => change(values as Record<string, FilterValue>),
      clear: () => change(resetValues),
      narrowed:
        keyword !== "" || Object.entries(defaults ?? {}).some(([name, value]) => filters[name] !== value),
      query: { page, size, order, keyword, ...filters },
    };
  }, [search, change, defaults, defaultSize, defaultOrder]);
}

function wholeNumber(text: string | null, minimum: number, maximum: number): number | undefined {
  if (text === null || !/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

/** Values from the URL in the types of their defaults; what does not fit gives the default. */
function readFilters<F extends Record<string, FilterValue>>(
  search: URLSearchParams,
  defaults: F,
): Filters<F> & Record<string, FilterValue> {
  const values: Record<string, FilterValue> = {};
  for (const [name, standard] of Object.entries(defaults)) {
    const text = search.get(name);
    if (text === null) values[name] = standard;
    else if (typeof standard === "boolean") values[name] = text === "true";
    else if (typeof standard === "number")
      values[name] = Number.isFinite(Number(text)) ? Number(text) : standard;
    else values[name] = text;
  }
  return values as Filters<F> & Record<string, FilterValue>;
}
