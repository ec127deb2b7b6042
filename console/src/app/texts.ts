import type { DesignTexts } from "../design-system/texts/design-texts";
import type { Screen } from "../lib/define-screen";
import { formatExactTime, formatRelativeTime, formatTime } from "../lib/format-time";
import { formatNumber, formatUnitPrice } from "../lib/format-number";
import { describeMissing } from "../lib/forms/describe-problem";
import {
  failureNamespaces,
  i18n,
  loadFailureTexts,
  loadFrom,
  loadNamespace,
  registerNamespace,
  type TextModules,
} from "../lib/i18n/i18n";

/** Widgets that bring texts of their own. */
export const widgetNames = [
  "audit-entries",
  "budget",
  "captures",
  "clean-logs",
  "form-problems",
  "invite-card",
  "model-picker",
  "moment-field",
  "name-filter",
  "new-password",
  "no-balance",
  "order-status",
  "price-cells",
  "price-explanation",
  "price-terms",
  "redeem-box",
  "requests-label",
  "snippets",
  "task-detail",
  "task-media",
  "task-status",
  "unpriced-models",
  "usage-charts",
] as const;
const widgetTexts: TextModules = {
  en_US: () => import("./widget-texts/english"),
  zh_CN: () => import("./widget-texts/chinese"),
  ja_JP: () => import("./widget-texts/japanese"),
};

/** Apart from the others: the sign-in page needs these alone. */
const signInTexts: Screen["locales"] = (language) =>
  import(`../widgets/sign-in-methods/locales/${language}.json`);

/** Registers the texts of screens and widgets; nothing is fetched yet. */
export function registerTexts(screens: readonly Screen[]): void {
  for (const screen of screens) registerNamespace(screen.name, screen.locales);
  registerNamespace("sign-in-methods", signInTexts);
  for (const name of widgetNames) {
    registerNamespace(name, (language) =>
      loadFrom(widgetTexts, language, `../../widgets/${name}/locales/${language}.json`),
    );
  }
  for (const name of failureNamespaces) {
    registerNamespace(name, (language) =>
      loadFrom(widgetTexts, language, `../../lib/i18n/locales/${language}/${name}.json`),
    );
  }
}

/**
 * Fetches the texts of all widgets and of failures: few bytes, once, with the console's shell, so that no widget waits for
 * its own.
 */
export async function loadWidgetTexts(): Promise<void> {
  await Promise.all([...[...widgetNames, "sign-in-methods"].map(loadNamespace), loadFailureTexts()]);
}

/** The design system's texts in the current language. */
export function designTexts(): DesignTexts {
  const t = i18n.getFixedT(i18n.language, "common");
  return {
    cancel: t("cancel"),
    close: t("close"),
    clear: t("clear"),
    copy: t("copy"),
    copied: t("copied"),
    copyFailed: t("copyFailedShort"),
    search: t("search"),
    refresh: t("refresh"),
    retry: t("retry"),
    columns: t("columns"),
    noRoom: t("noRoom"),
    filters: t("filters"),
    apply: t("apply"),
    moreActions: t("moreActions"),
    selectRow: t("selectRow"),
    selectAll: t("selectAll"),
    clearSelection: t("clearSelection"),
    rowsPerPage: t("rowsPerPage"),
    previousPage: t("previousPage"),
    nextPage: t("nextPage"),
    loading: t("loading"),
    actions: t("actions"),
    loadFailed: t("loadFailed"),
    noMatch: t("noMatch"),
    noMatchHint: t("noMatchHint"),
    clearFilters: t("clearFilters"),
    notSet: t("notSet"),
    isSet: t("isSet"),
    replace: t("replace"),
    keepCurrent: t("keepCurrent"),
    show: t("show"),
    hide: t("hide"),
    add: t("add"),
    remove: t("remove"),
    any: t("any"),
    format: t("format"),
    quota: t("quota"),
    discardTitle: t("discardTitle"),
    discardBody: t("discardBody"),
    discardConfirm: t("discardConfirm"),
    discardCancel: t("discardCancel"),
    invalidJson: (line, column) => t("invalidJson", { line, column }),
    selected: (count) => t("selected", { count }),
    range: (from, to, total, capped) =>
      t(capped ? "rangeCapped" : "range", {
        from: formatNumber(from),
        to: formatNumber(to),
        total: formatNumber(total),
      }),
    confirmByTyping: (text) => t("confirmByTyping", { text }),
    cannotBeEmpty: describeMissing,
    number: formatNumber,
    money: formatUnitPrice,
    time: formatTime,
    exactTime: formatExactTime,
    relativeTime: formatRelativeTime,
  };
}
