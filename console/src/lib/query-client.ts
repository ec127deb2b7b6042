import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";
import { describeError } from "./describe-error";
import { i18n } from "./i18n/i18n";
import { notify } from "./notifications/notifications";
import { session } from "./session/session";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

interface CallMeta extends Record<string, unknown> {
  /** The caller shows the failure itself; no notification. */
  silent?: boolean;
  /** Problems of single fields land on the form; only other failures are notified. */
  formErrors?: boolean;
}

/**
 * Where a failed call ends up: a 401 ends the session (the guards then lead to /login), everything else is told
 * unless the caller does so itself (specification §8).
 */
export function reportFailure(error: unknown, meta: CallMeta = {}): void {
  const wasSignedIn = session.user() !== undefined;
  if (error instanceof ApiError && error.status === 401 && wasSignedIn) session.expire();
  if (error instanceof ApiError && error.code === "auth.second_factor_setup_required") return leadToSetup();
  if (meta.silent) return;
  if (!(error instanceof ApiError)) {
    notify.error(describeError(error));
    return;
  }
  if (meta.formErrors && error.fields.length > 0) return;
  const title = i18n.t("common:failures.title", { status: error.status });
  if (error.status === 405) notify.info(describeError(error), { title });
  else if (error.status === 429 || error.status === 500) notify.error(describeError(error), { title });
  else notify.error(describeError(error));
}

/** The guards then lead from every page of administrators to the profile, which says why. */
function leadToSetup(): void {
  const user = session.user();
  if (user) session.begin({ ...user, second_factor_due: true });
}

/** Reads are retried once when the server did not answer; refusals never. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return failures < 1 && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => reportFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => reportFailure(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
