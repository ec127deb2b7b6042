import { isIP } from "node:net";
import { roles } from "@tollgate/contract/access";
import { type Kysely, sql } from "kysely";
import { createAddressRules } from "../../platform/guarded-fetch/address-rules.ts";
import type { Migration } from "./migration.ts";

/**
 * Who may have entered a channel's address and proxy, and time limits in fractions of a second. Addresses of super
 * administrators are not checked at connecting. The audit log has the author of existing channels' addresses. An
 * address that administrators could not have saved, because it is not public, is a super administrator's in any case;
 * an empty one is the provider's own.
 */
export const channelTrust: Migration = {
  name: "0015-channel-trust",
  creates: [],
  async up(schema, dialect) {
    for (const column of ["base_url_trusted", "proxy_trusted"])
      await schema.schema
        .alterTable("channels")
        .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    // An integer column in SQLite stores fractions as they are.
    if (dialect.name === "postgres")
      for (const column of ["connect_timeout", "first_byte_timeout", "idle_timeout", "total_timeout"])
        await sql`alter table channels alter column ${sql.ref(column)} type double precision`.execute(schema);
    await trustAddressesOfRoot(schema as Kysely<OldTables>);
  },
};

interface OldTables {
  channels: { id: number; base_url: string; base_url_trusted: number; proxy_trusted: number };
  audit_entries: {
    id: number;
    actor_id: number;
    action: string;
    target_type: string;
    target_id: string;
    detail: string;
  };
  users: { id: number; role: number };
}

async function trustAddressesOfRoot(queries: Kysely<OldTables>): Promise<void> {
  const users = await queries.selectFrom("users").select("id").where("role", "=", roles.root).execute();
  const superAdministrators = new Set(users.map(({ id }) => Number(id)));
  const trusted = new Map<string, { base_url: boolean; proxy: boolean }>();
  const entries = await queries
    .selectFrom("audit_entries")
    .select(["actor_id", "action", "target_id", "detail"])
    .where("target_type", "=", "channel")
    .where("action", "in", ["channel.create", "channel.update"])
    .orderBy("id")
    .execute();
  for (const { actor_id, action, target_id, detail } of entries) {
    const { fields = [] } = JSON.parse(detail) as { fields?: string[] };
    const found = trusted.get(target_id) ?? { base_url: false, proxy: false };
    for (const name of ["base_url", "proxy"] as const)
      if (action === "channel.create" || fields.includes(name))
        found[name] = superAdministrators.has(Number(actor_id));
    trusted.set(target_id, found);
  }
  for (const { id, base_url } of await queries.selectFrom("channels").select(["id", "base_url"]).execute()) {
    const found = trusted.get(String(id));
    const base_url_trusted = base_url === "" || found?.base_url === true || isPrivate(base_url) ? 1 : 0;
    const proxy_trusted = found?.proxy === true ? 1 : 0;
    if (base_url_trusted + proxy_trusted === 0) continue;
    await queries
      .updateTable("channels")
      .set({ base_url_trusted, proxy_trusted })
      .where("id", "=", id)
      .execute();
  }
}

/** Suffixes of names that no public name server resolves. */
const localNames = /\.(?:localhost|local|internal|lan|intranet|home\.arpa|test)$/;

/** True for hosts that are private by their text: addresses, and names that only a local name server resolves. */
function isPrivate(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (host === "") return false;
  if (isIP(host) !== 0) return !createAddressRules([]).mayReach(host);
  return !host.includes(".") || localNames.test(host);
}
