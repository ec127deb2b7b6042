import type { Answer, Client } from "./as-user.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Body = Record<string, unknown>;
type Caller = Pick<Client, "call">;

/**
 * Sends `wanted` together with fields that the call does not accept. If the call rejects immutable fields by name, all
 * in one error, it is sent again without those. `rejected` contains their names.
 */
export async function callPlanted<T>(
  caller: Caller,
  { method, address }: { method: Method; address: string },
  { planted, wanted }: { planted: Body; wanted: Body | Body[] },
): Promise<{ answer: Answer<T>; rejected: string[] }> {
  const first = await caller.call<T>(method, address, plantIn(wanted, planted));
  const fields = first.body.fields ?? [];
  const fixed = fields.length > 0 && fields.every(({ code }) => code === "field.fixed");
  if (first.status !== 400 || !fixed) return { answer: first, rejected: [] };
  const rejected = fields.map(({ path }) => path);
  const others = Object.fromEntries(Object.entries(planted).filter(([name]) => !rejected.includes(name)));
  return { answer: await caller.call<T>(method, address, plantIn(wanted, others)), rejected };
}

/** Into every entry of a list. */
function plantIn(wanted: Body | Body[], planted: Body): Body | Body[] {
  return Array.isArray(wanted)
    ? wanted.map((entry) => ({ ...planted, ...entry }))
    : { ...planted, ...wanted };
}
