import {
  type FetchQueryOptions,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "./api-error";
import { describeError } from "./describe-error";
import { i18n } from "./i18n/i18n";
import { notify } from "./notifications/notifications";
import { outageShown } from "./server-reachable";
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
  /** The page shows the failure in place of its content; a notification appears only where content is already shown. */
  inPlace?: boolean;
  /** Problems of single fields land on the form; only other failures show a notification. */
  formErrors?: boolean;
}

/**
 * Where a failed call ends up: a 401 ends the session (the guards then redirect to /login), everything else shows a notification
 * unless the caller does so itself.
 */
export function reportFailure(error: unknown, meta: CallMeta = {}): void {
  const wasSignedIn = session.user() !== undefined;
  if (error instanceof ApiError && error.status === 401 && wasSignedIn) session.expire();
  if (error instanceof ApiError && error.code === "auth.second_factor_setup_required") return leadToSetup();
  if (meta.silent) return;
  const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: [] };
  if (meta.formErrors && fields.length > 0) return;
  const title = i18n.t("common:failures.title", { status });
  notify[status === 405 ? "info" : "error"](
    describeError(error),
    [405, 429, 500].includes(status) ? { title } : {},
  );
}

/** Shows each failure once: not what its page shows in place, nor parallel failures of the same reason. */
async function reportQueryFailure(
  error: unknown,
  { meta, state }: Query<unknown, unknown>,
  cache: QueryCache,
): Promise<void> {
  reportFailure(error, { silent: true });
  if (meta?.silent) return;
  // What was loaded stays.
  if (outageShown.get() && state.data !== undefined) return;
  // When the session ends, the page and its inline errors disappear.
  const inPlace = cache
    .getAll()
    .filter(
      ({ observers }) => !session.hasExpired() && observers.some(({ options }) => options.meta?.inPlace),
    );
  // What was requested at the same time may fail a little later.
  await Promise.allSettled(inPlace.map(({ promise }) => Promise.resolve(promise)));
  const shownInPlace = inPlace.some(
    ({ state }) =>
      state.data === undefined && state.error !== null && causeOf(state.error) === causeOf(error),
  );
  if (!shownInPlace) reportFailure(error, meta);
}

/** Messages of one cause may differ, e.g. by the seconds to wait. */
const causeOf = (error: unknown): string => (error instanceof ApiError && error.code) || describeError(error);

/** The guards then redirect every administrator page to the profile, which explains why. */
function leadToSetup(): void {
  const user = session.user();
  if (user) session.begin({ ...user, second_factor_due: true });
}

/** Reads are retried once when the server did not answer; rejections never. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return failures < 1 && (error.status === 0 || error.status >= 502);
}

/**
 * Calls are sent even if the browser reports no network, so that they fail visibly: by default they wait without a message. The
 * server may be reachable without the internet, too.
 */
const networkMode = "always";

export function createQueryClient(): QueryClient {
  const queryCache: QueryCache = new QueryCache({
    onError: (error, query) => void reportQueryFailure(error, query, queryCache),
  });
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => reportFailure(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  });
}

/** Fetches what a page will ask for; without a notification, as a failure shows when the page is opened. */
export function prefetchQuietly<Result, Failure, Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Result, Failure, Data, Key>,
): Promise<void> {
  return client.prefetchQuery({ ...query, meta: { ...query.meta, silent: true } });
}
