import { createContext, useContext } from "react";

/**
 * Texts and number formats of the design system. It has no translations of its own: the app provides this
 * once for all screens.
 */
export interface DesignTexts {
  cancel: string;
  close: string;
  clear: string;
  copy: string;
  copied: string;
  copyFailed: string;
  search: string;
  refresh: string;
  retry: string;
  columns: string;
  /** Beside a column that the table is too narrow for. */
  noRoom: string;
  filters: string;
  apply: string;
  moreActions: string;
  selectRow: string;
  selectAll: string;
  clearSelection: string;
  rowsPerPage: string;
  previousPage: string;
  nextPage: string;
  loading: string;
  actions: string;
  loadFailed: string;
  noMatch: string;
  noMatchHint: string;
  clearFilters: string;
  notSet: string;
  isSet: string;
  replace: string;
  keepCurrent: string;
  show: string;
  hide: string;
  add: string;
  remove: string;
  any: string;
  format: string;
  quota: string;
  discardTitle: string;
  discardBody: string;
  discardConfirm: string;
  discardCancel: string;
  invalidJson: (line: number, column: number) => string;
  selected: (count: number) => string;
  range: (from: number, to: number, total: number, capped: boolean) => string;
  confirmByTyping: (text: string) => string;
  cannotBeEmpty: (field: string) => string;
  number: (value: number) => string;
  money: (dollars: number) => string;
  time: (epochSeconds: number) => string;
  exactTime: (epochSeconds: number) => string;
  relativeTime: (epochSeconds: number) => string;
}

const DesignTextsContext = createContext<DesignTexts | undefined>(undefined);

/** Filled by the app with the texts of the language in use. */
export const DesignTextsProvider = DesignTextsContext.Provider;

export function useDesignTexts(): DesignTexts {
  const texts = useContext(DesignTextsContext);
  if (!texts) throw new Error("DesignTextsProvider is missing above this component");
  return texts;
}
