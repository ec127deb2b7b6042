import type { FieldProblem } from "@tollgate/contract/envelope";
import { AppError } from "../../platform/app-error.ts";

/** Numbers of the providers that there are. */
export type ProviderNumbers = ReadonlySet<number>;

/** A price's provider: where it is named in the request, and the one that the stored price has. */
export interface NamedProvider {
  path: string;
  type: number;
  before?: number | undefined;
}

/**
 * Providers must exist. 0 is none in particular, and a provider that a stored price names already may stay.
 * @throws AppError request.invalid naming every unknown one
 */
export function rejectUnknownProviders(known: ProviderNumbers, named: readonly NamedProvider[]): void {
  const fields = named
    .filter(({ type, before }) => type !== 0 && type !== before && !known.has(type))
    .map(({ path, type }): FieldProblem => {
      const params = { type };
      const { code, message } = new AppError("channel.unknown_type", { params });
      return { path, code, message, params };
    });
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}
