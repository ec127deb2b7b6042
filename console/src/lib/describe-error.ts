import { ApiError } from "./api-error";
import { i18n } from "./i18n/i18n";

/**
 * The sentence for a failure in the current language: our own for a known code, the server's for others,
 * a generic one where there is none.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n.t("common:failures.unknown");
  if (error.code.startsWith("client.")) return i18n.t(`common:failures.${error.code.slice(7)}`);
  if (error.code !== "" && i18n.exists(`errors:${error.code}`)) {
    return i18n.t(`errors:${error.code}`, { ...error.params });
  }
  return error.message === "" ? i18n.t("common:failures.unknown") : error.message;
}
