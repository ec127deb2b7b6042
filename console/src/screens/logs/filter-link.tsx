import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { LightIconButton } from "../../design-system/light-buttons/light-icon-button";
import { LightIcon } from "../../design-system/light-icon/light-icon";
import { LightLink } from "../../design-system/light-buttons/light-link";
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

/** Styles of the signs in a list of rows: one takes no room until its row is pointed at, or it has the focus. */
export const narrowStyles = {
  "& .narrow": { fontSize: 16, p: 0.25 },
  "& tr:not(:hover) .narrow:not(:focus-visible)": { width: 0, p: 0, opacity: 0 },
};

/** The same as a sign, behind a value whose click does something else. */
export function FilterButton({ to, title }: Omit<FilterLinkProps, "children">) {
  const { t } = useTranslation("logs");
  const narrow = useNarrow(to);
  if (!narrow) return null;
  const label = t("filters.narrow", { value: title });
  return (
    <LightIconButton className="narrow" aria-label={label} title={label} onClick={narrow}>
      <LightIcon name="FilterAltOutlined" />
    </LightIconButton>
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
    <LightLink
      title={t("filters.narrow", { value: title })}
      onClick={narrow}
      style={{ verticalAlign: "bottom" }}
    >
      {children}
    </LightLink>
  );
}
