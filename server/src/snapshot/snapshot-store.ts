import { setImmediate as nextTurn } from "node:timers/promises";
import type { Settings } from "@tollgate/contract/settings";
import type { Selectable } from "kysely";
import type { Database } from "../storage/database.ts";
import { captureTargetsAt } from "../storage/repositories/capture-repository.ts";
import type { ChannelsTable } from "../storage/tables/channels.ts";
import { type BuiltChannels, buildSnapshot, readChannel } from "./build-snapshot.ts";
import type { ChangeNotice } from "./change-notice.ts";
import type { RelaySnapshot, SnapshotChannel } from "./relay-snapshot.ts";

export interface SnapshotStoreDependencies {
  database: Database;
  notice: ChangeNotice;
  loadSettings(): Promise<Settings>;
  openKeys(channel: Selectable<ChannelsTable>): string[];
  /** Decrypts the other columns that may contain a credential. */
  openTexts(channel: Selectable<ChannelsTable>): Selectable<ChannelsTable>;
  onBroken(channelIds: number[]): void;
}

export interface SnapshotStore {
  current(): RelaySnapshot;
  refresh(): Promise<void>;
  /** A channel in any state, disabled and deleted ones included; undefined: it has no row, or cannot be read. */
  loadChannel(id: number): Promise<SnapshotChannel | undefined>;
}

/** Holds the current snapshot and replaces it whole when channels, prices, groups or settings change. */
export async function createSnapshotStore(dependencies: SnapshotStoreDependencies): Promise<SnapshotStore> {
  const { database, notice } = dependencies;
  let loads = 0;
  let before: BuiltChannels | undefined;

  async function load(): Promise<RelaySnapshot> {
    // Numbered at the beginning: of two overlapping loads, the one that began last has newer data.
    loads += 1;
    const version = loads;
    const { queries } = database;
    // One after the other, yielding in between: an embedded database responds synchronously.
    const settings = await dependencies.loadSettings();
    const groups = await queries.selectFrom("user_groups").selectAll().execute();
    const captureTargets = await captureTargetsAt(queries, Math.floor(Date.now() / 1000));
    const prices = await queries.selectFrom("prices").selectAll().execute();
    await nextTurn();
    const channels = await loadChannels(database);
    const { snapshot, broken, built } = await buildSnapshot(
      {
        version,
        channels,
        prices,
        groups,
        settings,
        captureTargets,
        openKeys: dependencies.openKeys,
        openTexts: dependencies.openTexts,
      },
      before,
      () => nextTurn(),
    );
    before = built;
    if (broken.length > 0) dependencies.onBroken(broken);
    return snapshot;
  }

  let current = await load();
  const store: SnapshotStore = {
    current: () => current,
    async refresh() {
      const next = await load();
      // Two loads may overlap; the one that began last wins.
      if (next.version > current.version) current = next;
    },
    async loadChannel(id) {
      const row = await database.queries
        .selectFrom("channels")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return undefined;
      try {
        return readChannel(
          dependencies.openTexts(row),
          dependencies.openKeys(row),
          await dependencies.loadSettings(),
        );
      } catch {
        return undefined;
      }
    },
  };
  for (const topic of ["channels", "prices", "groups", "settings"] as const) {
    notice.subscribe(topic, () => store.refresh());
  }
  return store;
}

const channelsPerQuery = 100;

async function loadChannels(database: Database): Promise<Selectable<ChannelsTable>[]> {
  const all: Selectable<ChannelsTable>[] = [];
  for (let last = 0; ; ) {
    const rows = await database.queries
      .selectFrom("channels")
      .selectAll()
      .where("deleted_time", "=", 0)
      .where("id", ">", last)
      .orderBy("id")
      .limit(channelsPerQuery)
      .execute();
    all.push(...rows);
    const end = rows.at(-1);
    if (!end || rows.length < channelsPerQuery) return all;
    last = end.id;
    await nextTurn();
  }
}
