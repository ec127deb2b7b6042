import FilterAltOutlinedIcon from "@mui/icons-material/FilterAltOutlined";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { LogFilters } from "./log-filters";

interface FilterLinks {
  filters: LogFilters;
  narrow: (filters: LogFilters) => void;
}

/** What the cells of the list narrow; without it they are plain text. */
export const FilterLinksContext = createContext<FilterLinks | undefined>(undefined);

/** Narrows the list; undefined where that would change nothing. */
function useNarrow(to: LogFilters): (() => void) | undefined {
  const links = useContext(FilterLinksContext);
  const isSet = (name: string, value: unknown): boolean => links?.filters[name as keyof LogFilters] === value;
  if (!links || Object.entries(to).every(([name, value]) => isSet(name, value))) return undefined;
  return () => links.narrow(to);
}

/** The same as a sign, behind a value whose click does something else. */
export function FilterButton({ to, title }: Omit<FilterLinkProps, "children">) {
  const { t } = useTranslation("logs");
  const narrow = useNarrow(to);
  if (!narrow) return null;
  const label = t("filters.narrow", { value: title });
  return (
    <IconButton
      className="narrow"
      size="small"
      aria-label={label}
      title={label}
      onClick={narrow}
      sx={{ p: 0.25 }}
    >
      <FilterAltOutlinedIcon sx={{ fontSize: 16, color: "text.secondary" }} />
    </IconButton>
  );
}

interface FilterLinkProps {
  /** What a click adds to the filters. */
  to: LogFilters;
  /** The value in words, for the tooltip. */
  title: string;
  children: ReactNode;
}

/** A value that filters the list by it; plain text once the filter is set. */
export function FilterLink({ to, title, children }: FilterLinkProps) {
  const { t } = useTranslation("logs");
  const narrow = useNarrow(to);
  if (!narrow) return <span title={title}>{children}</span>;
  return (
    <Link
      component="button"
      type="button"
      color="inherit"
      underline="hover"
      title={t("filters.narrow", { value: title })}
      onClick={narrow}
      sx={{
        maxWidth: "100%",
        textAlign: "left",
        font: "inherit",
        overflow: "hidden",
        textOverflow: "ellipsis",
        whiteSpace: "nowrap",
        verticalAlign: "bottom",
      }}
    >
      {children}
    </Link>
  );
}
