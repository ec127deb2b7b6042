import * as z from "zod";
import type { Access } from "./access.ts";
import type { FixedFields } from "./sent-fields.ts";

/**
 * Buckets of the limiter: `critical`, per address, for calls that guess or send mail; `api`, per signed-in account or else per
 * address, for the rest.
 */
export type RateBucket = "api" | "critical";

/**
 * One call of the console API for both sides: path, access, input and output.
 * `path` uses `:name` parameters. `data` is the schema of the envelope's data.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  access: Access;
  /** One sentence for the reference page. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  data: Data;
  /** Fields at the top of the answer, beside `data`, where the family has some. */
  beside?: z.ZodObject;
  /** Fields of the body that the call accepts and ignores. */
  fixed?: FixedFields;
  /**
   * True: the caller is a token, named by its key in `Authorization`, without a session; `access` is `public`. `query`: in
   * the query field `key`, too. Pages of every origin may read the answer.
   */
  byTokenKey?: true | "query";
  rate?: RateBucket;
  /** Maximum body size in bytes, for calls that accept more than the default. */
  largestBody?: number;
  /** The answer is a file instead of the envelope: its media types. `data` is `fileAnswer`. Failures are answered as everywhere. */
  file?: readonly string[];
}

/** What the handler of an endpoint with `file` returns: a file that is sent while it is generated. */
export interface FileAnswer {
  mediaType: string;
  /** File name of the download; undefined: a stream, which no proxy may cache or change. */
  name?: string;
  /** Read as fast as the client takes it; `return` is called when the client leaves. */
  chunks: AsyncIterable<string>;
  /** Receives the function that aborts the connection of a client that reads too slowly. */
  onDrop?: (breakOff: () => void) => void;
}

/** The `data` of endpoints with `file`; a client gets a text. */
export const fileAnswer = z.custom<FileAnswer>();

/** Declares an endpoint; the value is the argument, typed. */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Data>): Endpoint<Params, Query, Body, Data> {
  return endpoint;
}

/** The widest endpoint, for collections of them. */
export type AnyEndpoint = Endpoint;

/** The answer's data as the caller gets it decoded. */
export type EndpointData<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer D> ? z.output<D> : never;
/** The answer's data on the wire: what the server's handlers return. */
export type EndpointAnswer<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer D> ? z.input<D> : never;
export type EndpointQuery<E> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _D> ? z.output<Q> : never;
export type EndpointBody<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _D> ? z.output<B> : never;
export type EndpointParams<E> =
  E extends Endpoint<infer P, infer _Q, infer _B, infer _D> ? z.output<P> : never;
export type EndpointQueryInput<E> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _D> ? z.input<Q> : never;
export type EndpointBodyInput<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _D> ? z.input<B> : never;
