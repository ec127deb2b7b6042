import path from "node:path";

/** A part of the source tree with one rule: what its files may import. */
export interface Room<Name extends string = string> {
  /** Folder from the repository's root. A `*` matches any name: each such folder is a room of its own. */
  folder?: string;
  /** Instead of a folder: a pattern of single files with their own rule, in any folder. */
  files?: string;
  /** Rooms, or files of a room as `room/file.ts`. Every room may import itself. */
  imports: (Name | `${Name}/${string}`)[];
  /** The room around this one, which may import it; another room of that kind may not. */
  heldBy?: Name;
  /** Replaces a long list of rooms in the documents. */
  inWords?: string;
  /** May not import `@tollgate/contract`, which every other room may. */
  noContract?: true;
  /** The only packages and modules of Node that it may import. Left out: all that its package.json declares. */
  packages?: string[];
  because: string;
}

const defineRooms = <const Name extends string>(rooms: Record<Name, Room<NoInfer<Name>>>) => rooms;

/** Types at the relay's top, which every room of the request's steps uses. */
const relayTypes = [
  "relay/exchange.ts",
  "relay/ports.ts",
  "relay/relay-error.ts",
  "relay/format-ids.ts",
  "relay/formats/format.ts",
  "relay/providers/provider.ts",
  "snapshot/relay-snapshot.ts",
  "ledger/ledger.ts",
  "ledger/task-ledger.ts",
] as const;

/** Parts of the pipeline. */
const relaySteps = [
  "relay/canonical",
  "relay/event-stream",
  "relay/formats",
  "relay/formats/kit",
  "relay/formats/*",
  "relay/providers",
  "relay/providers/kit",
  "relay/providers/*-compatible",
  "relay/providers/*",
  "relay/admission",
  "relay/response-state",
  "relay/metering",
  "relay/routing",
  "relay/request",
  "relay/upstream",
  "relay/answer",
] as const;

const relayFiles = [
  ...relaySteps,
  "relay/tasks",
  "relay/realtime",
  "relay/endpoints",
  "relay/task-engine",
  "relay/listener",
] as const;

/**
 * The import rules, once: the check (`check-import-rules.ts`), the table in ARCHITECTURE.md (`npm run rooms`) and the planted
 * violations of the tests are generated from this table. A folder that is in no room is rejected. Where two rooms match a file, the
 * deeper folder counts, and a fixed name before a `*`.
 */
export const rooms = defineRooms({
  contract: {
    folder: "contract/src",
    imports: [],
    noContract: true,
    packages: ["zod"],
    because: "it runs in the server and in the browser",
  },
  platform: {
    folder: "server/src/platform",
    imports: [],
    because: "general tools, without product logic",
  },
  "ledger/usage-row.ts": {
    files: "server/src/ledger/usage-row.ts",
    imports: [],
    noContract: true,
    packages: [],
    because: "the columns of a log row, once: for the port, the store and the tables",
  },
  storage: {
    folder: "server/src/storage",
    imports: ["platform", "ledger/usage-row.ts", "ledger/task-row.ts"],
    because: "rows, not rules",
  },
  "snapshot/relay-snapshot.ts": {
    files: "server/src/snapshot/relay-snapshot.ts",
    imports: [],
    packages: [],
    because: "types only: everything that the relay sees of the configuration",
  },
  snapshot: {
    folder: "server/src/snapshot",
    imports: ["storage", "platform"],
    because: "turns rows into the relay's configuration",
  },
  "ledger/ledger.ts": {
    files: "server/src/ledger/ledger.ts",
    imports: ["ledger/usage-row.ts"],
    noContract: true,
    packages: [],
    because: "a port that imports only its row can be imported by everyone",
  },
  "ledger/task-ledger.ts": {
    files: "server/src/ledger/task-ledger.ts",
    imports: ["ledger/ledger.ts", "ledger/task-row.ts"],
    noContract: true,
    packages: [],
    because: "the port of tasks with their money, as `ledger.ts` is of calls",
  },
  ledger: {
    folder: "server/src/ledger",
    imports: ["storage", "platform"],
    because: "the only writer of balances",
  },
  "relay/canonical": {
    folder: "server/src/relay/canonical",
    imports: ["relay/format-ids.ts"],
    packages: [],
    because: "formats and providers both use its types",
  },
  "relay/formats/kit": {
    folder: "server/src/relay/formats/kit",
    imports: [
      "relay/canonical",
      "relay/formats/format.ts",
      "relay/format-ids.ts",
      "relay/relay-error.ts",
      "platform",
    ],
    packages: ["zod"],
    because: "shared by all formats, specific to none",
  },
  "relay/formats/*": {
    folder: "server/src/relay/formats/*",
    imports: [
      "relay/canonical",
      "relay/formats/kit",
      "relay/formats/format.ts",
      "relay/format-ids.ts",
      "relay/relay-error.ts",
      "platform",
    ],
    packages: ["zod"],
    because: "never a provider or another format",
  },
  "relay/formats": {
    folder: "server/src/relay/formats",
    imports: [
      "relay/canonical",
      "relay/formats/*",
      "relay/format-ids.ts",
      "relay/relay-error.ts",
      "platform",
    ],
    packages: ["zod"],
    because: "the registry of formats",
  },
  "relay/providers/kit": {
    folder: "server/src/relay/providers/kit",
    imports: ["relay/canonical", "relay/event-stream", "relay/providers/provider.ts", "relay/format-ids.ts"],
    packages: ["zod", "node:crypto"],
    because: "pure functions that every provider may use",
  },
  "relay/providers/*-compatible": {
    folder: "server/src/relay/providers/*-compatible",
    imports: [
      "relay/canonical",
      "relay/event-stream",
      "relay/providers/kit",
      "relay/providers/provider.ts",
      "relay/format-ids.ts",
    ],
    packages: ["zod", "node:crypto"],
    because: "a base for providers, never on another base",
  },
  "relay/providers/*": {
    folder: "server/src/relay/providers/*",
    imports: [
      "relay/canonical",
      "relay/event-stream",
      "relay/providers/kit",
      "relay/providers/*-compatible",
      "relay/providers/provider.ts",
      "relay/format-ids.ts",
    ],
    packages: ["zod", "node:crypto"],
    because: "pure translation: never a format, another vendor, HTTP, the ledger or the snapshot",
  },
  "relay/providers": {
    folder: "server/src/relay/providers",
    imports: [
      "relay/canonical",
      "relay/event-stream",
      "relay/providers/kit",
      "relay/providers/*-compatible",
      "relay/providers/*",
      "relay/format-ids.ts",
    ],
    packages: ["zod", "node:crypto"],
    because: "the registry of providers",
  },
  "relay/tasks": {
    folder: "server/src/relay/tasks",
    imports: [
      "relay/canonical",
      "relay/providers/kit",
      "relay/providers/provider.ts",
      "relay/providers",
      "relay/providers/*",
    ],
    packages: ["zod", "node:crypto"],
    because:
      "the port of task platforms and their translation, with that of the providers: never HTTP, the ledger or the snapshot",
  },
  "relay/event-stream": {
    folder: "server/src/relay/event-stream",
    imports: ["relay/canonical", "platform"],
    packages: ["node:zlib"],
    because: "cuts streams into events for both paths, for all vendors",
  },
  "relay/admission": {
    folder: "server/src/relay/admission",
    imports: [...relayTypes, "platform"],
    inWords: "the relay's types, `platform`",
    because: "who calls and whether they may: it needs neither body nor channel",
  },
  "relay/response-state": {
    folder: "server/src/relay/response-state",
    imports: ["relay/canonical", ...relayTypes, "platform"],
    inWords: "`canonical`, the relay's types, `platform`",
    because: "where stored state came from: it chooses no channel",
  },
  "relay/metering": {
    folder: "server/src/relay/metering",
    imports: ["relay/canonical", "relay/admission", ...relayTypes, "platform"],
    inWords: "`canonical`, `admission`, the relay's types, `platform`",
    because: "decisions over types, without the files that act on them",
  },
  "relay/routing": {
    folder: "server/src/relay/routing",
    imports: ["relay/canonical", "relay/admission", "relay/response-state", ...relayTypes, "platform"],
    inWords: "`canonical`, `admission`, `response-state`, the relay's types, `platform`",
    because: "decisions over types, without the files that act on them",
  },
  "relay/request": {
    folder: "server/src/relay/request",
    imports: [
      "relay/canonical",
      "relay/formats/kit",
      "relay/admission",
      "relay/metering",
      "relay/routing",
      ...relayTypes,
      "platform",
    ],
    inWords: "`canonical`, `formats/kit`, `admission`, `metering`, `routing`, the relay's types, `platform`",
    because: "reads and rewrites a request; it sends nothing",
  },
  "relay/upstream": {
    folder: "server/src/relay/upstream",
    imports: ["relay/canonical", ...relayTypes, "platform"],
    inWords: "`canonical`, the relay's types, `platform`",
    because: "one HTTP call, whatever its purpose",
  },
  "relay/answer": {
    folder: "server/src/relay/answer",
    imports: [
      "relay/canonical",
      "relay/event-stream",
      "relay/providers/kit",
      "relay/response-state",
      "relay/metering",
      "relay/request",
      "relay/upstream",
      ...relayTypes,
      "platform",
    ],
    inWords:
      "`canonical`, `event-stream`, `providers/kit`, `response-state`, `metering`, `request`, `upstream`, the relay's types, `platform`",
    because: "an upstream's bytes on their way to the caller; it neither routes nor books",
  },
  "relay/endpoints": {
    folder: "server/src/relay/endpoints",
    imports: ["relay", ...relaySteps, "relay/tasks", ...relayTypes, "platform"],
    inWords:
      "the relay's top and steps, `tasks`, `snapshot/relay-snapshot.ts`, the ledger's ports, `platform`",
    because: "calls that are not an exchange: never the listener",
  },
  "relay/task-engine": {
    folder: "server/src/relay/task-engine",
    imports: ["relay", ...relaySteps, "relay/tasks", ...relayTypes, "platform"],
    inWords:
      "the relay's top and steps, `tasks`, `snapshot/relay-snapshot.ts`, the ledger's ports, `platform`",
    because: "what every task platform shares: submission, polling, reports, results; never HTTP's listener",
  },
  "relay/realtime": {
    folder: "server/src/relay/realtime",
    imports: ["relay", ...relaySteps, ...relayTypes, "platform"],
    inWords: "the relay's top and steps, `snapshot/relay-snapshot.ts`, `ledger/ledger.ts`, `platform`",
    because: "sessions over a socket: never the listener",
  },
  "relay/listener": {
    folder: "server/src/relay/listener",
    imports: ["relay", ...relayFiles, ...relayTypes, "platform"],
    inWords: "all of relay, `snapshot/relay-snapshot.ts`, `ledger/ledger.ts`, `platform`",
    because: "callers' sockets: only the composition imports it",
  },
  relay: {
    folder: "server/src/relay",
    imports: [
      ...relaySteps,
      "snapshot/relay-snapshot.ts",
      "ledger/ledger.ts",
      "ledger/task-ledger.ts",
      "platform",
    ],
    inWords: "the relay's steps, `snapshot/relay-snapshot.ts`, the ledger's ports, `platform`",
    because: "the pipeline: never storage, control, relay-adapters, jobs or http",
  },
  http: {
    folder: "server/src/http",
    imports: ["platform"],
    because: "a shell around endpoints",
  },
  control: {
    folder: "server/src/control",
    imports: ["platform", "storage"],
    because: "its files serve every feature",
  },
  "control/*/*/*": {
    folder: "server/src/control/*/*/*",
    imports: [
      "platform",
      "control/call-service.ts",
      "control/*/*/method.ts",
      "control/*/*/gateway.ts",
      "control/*/*/channel.ts",
    ],
    heldBy: "control/*",
    because:
      "sign-in methods, payment gateways and notice channels depend on their port: never storage, a sibling or a service",
  },
  "control/*": {
    folder: "server/src/control/*",
    imports: [
      "platform",
      "storage",
      "control",
      "control/*/service.ts",
      "http/register-endpoint.ts",
      "ledger/ledger.ts",
      "snapshot/change-notice.ts",
      "relay/endpoints/probe-channel.ts",
      "relay/upstream/probe-target.ts",
      "relay/providers/registry.ts",
      "relay/tasks/registry.ts",
    ],
    because:
      "features call each other through `service.ts`, each such call listed in `scripts/check-imports.ts`",
  },
  "relay-adapters": {
    folder: "server/src/relay-adapters",
    imports: [
      "relay/ports.ts",
      "relay/canonical",
      "control/*/service.ts",
      "storage",
      "snapshot/change-notice.ts",
      "platform",
    ],
    because: "implements the relay's ports, so that the relay imports no service or table",
  },
  jobs: {
    folder: "server/src/jobs",
    imports: [
      "control/*/service.ts",
      "relay/endpoints/probe-channel.ts",
      "relay/upstream/probe-target.ts",
      "storage",
      "ledger",
      "snapshot",
      "platform",
    ],
    because: "timers that call features",
  },
  "server/src/*.ts, demo": {
    files: "server/{start.mjs,src/{*.ts,demo/**}}",
    imports: [
      "platform",
      "storage",
      "snapshot",
      "ledger",
      "relay",
      ...relayFiles,
      "http",
      "control",
      "control/*",
      "control/*/*/*",
      "relay-adapters",
      "jobs",
    ],
    inWords: "every room of the server",
    because: "composition; no room imports them",
  },
  "design-system": {
    folder: "console/src/design-system",
    imports: [],
    noContract: true,
    because: "reusable elsewhere; texts arrive as props",
  },
  lib: {
    folder: "console/src/lib",
    imports: [],
    because: "hooks and stores, nothing visible",
  },
  widgets: {
    folder: "console/src/widgets",
    imports: ["design-system", "lib"],
    because: "visible pieces that know the domain",
  },
  "screens/*": {
    folder: "console/src/screens/*",
    imports: ["widgets", "design-system", "lib"],
    because: "never another screen or the app",
  },
  app: {
    folder: "console/src/app",
    imports: ["screens/*", "widgets", "design-system", "lib"],
    because: "puts the console together",
  },
  "console/src/*.tsx": {
    files: "console/src/*.{ts,tsx}",
    imports: ["app", "design-system", "lib"],
    because: "the console's entry",
  },
});

export type NamedRoom = Room & { name: string };
type NamedFolder = NamedRoom & { folder: string };

/** Every room with its name, in the table's order. */
export const roomList: readonly NamedRoom[] = Object.entries<Room>(rooms).map(([name, room]) => ({
  ...room,
  name,
}));

const depthOf = (folder: string) => folder.split("/").length;
const wildness = (folder: string) => folder.split("*").length;

/** Rooms that are folders, in matching order: the first match wins. */
export const foldersByDepth: readonly NamedFolder[] = roomList
  .flatMap((room) => (room.folder === undefined ? [] : [{ ...room, folder: room.folder }]))
  .toSorted(
    (one, other) =>
      depthOf(other.folder) - depthOf(one.folder) ||
      wildness(one.folder) - wildness(other.folder) ||
      other.folder.length - one.folder.length,
  );

/** The room of a file; undefined outside all rooms. */
export function roomOf(file: string): NamedRoom | undefined {
  return (
    roomList.find(({ files }) => files !== undefined && path.matchesGlob(file, files)) ??
    foldersByDepth.find(({ folder }) => path.matchesGlob(file, `${folder}/**`))
  );
}

/** A grant of the table: a whole room, or the files of one. */
export interface Grant {
  room: NamedRoom;
  /** Pattern inside the room's folder; undefined: all of it. */
  file?: string;
}

/** What a room may import, read from the table. @throws Error for a name that is no room */
export function grantsOf(room: Room): Grant[] {
  return room.imports.map((text) => {
    const whole = roomList.find(({ name }) => name === text);
    if (whole) return { room: whole };
    const around = roomList
      .filter(({ name, folder }) => folder !== undefined && text.startsWith(`${name}/`))
      .toSorted((one, other) => other.name.length - one.name.length)[0];
    if (!around) throw new Error(`scripts/rooms.ts: "${text}" is neither a room nor a file of one`);
    return { room: around, file: text.slice(around.name.length + 1) };
  });
}
