import type { OxlintConfig } from "oxlint";
import { foldersByDepth, type Grant, grantsOf, type NamedRoom, roomList } from "./rooms.ts";

interface Policy {
  from?: object;
  allow?: object;
  disallow?: object;
  message?: string;
}

const everything = { module: { origin: "*" } };
const see = "See ARCHITECTURE.md, 'Import rules'.";

/** The plugin reads its names as patterns: letters and hyphens only. */
export function typeOf(room: { name: string }): string {
  return room.name
    .replaceAll("*", "any")
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
}

function selectRoom(room: NamedRoom): object {
  const name = typeOf(room);
  return room.files === undefined ? { element: { type: name } } : { file: { categories: name } };
}

function selectGrant({ room, file }: Grant): object {
  return file === undefined ? selectRoom(room) : { element: { type: typeOf(room), fileInternalPath: file } };
}

/** What a room may import, as Markdown for messages and documents, without the contract. */
export function describeImports(room: NamedRoom): string {
  const names = room.imports.filter((name) => name !== room.name).map((name) => `\`${name}\``);
  const packages = (room.packages ?? []).map((name) => `\`${name}\``);
  const held = roomList.filter(({ heldBy }) => heldBy === room.name).map(({ name }) => `its own \`${name}\``);
  const words = room.inWords === undefined ? [...names, ...held] : [room.inWords];
  return [...words, ...packages].join(", ") || "nothing";
}

function explain(room: NamedRoom): string {
  const imports = describeImports(room).replaceAll("`", "");
  const contract = room.noContract ? "" : " and the contract";
  return `${room.name} may import ${imports}${contract}: ${room.because}. ${see}`;
}

const refuse = (room: NamedRoom): Policy => ({
  from: selectRoom(room),
  disallow: { to: everything },
  message: explain(room),
});

/** What a room's line grants. Later policies win, so these stand after the refusal. */
function grant(room: NamedRoom): Policy[] {
  const from = selectRoom(room);
  const packages: object[] =
    room.packages === undefined
      ? [{ module: { origin: ["external", "core"], source: "!@tollgate/*" } }]
      : room.packages.map((source) => ({ module: { source } }));
  const contract = room.noContract ? [] : [{ module: { source: "@tollgate/contract" } }];
  const to = [...packages, ...contract, ...grantsOf(room).map(selectGrant)];
  // A pattern of several files is one room.
  if (room.files?.includes("*")) to.push(selectRoom(room));
  return to.length === 0 ? [] : [{ from, allow: { to } }];
}

/** A room around another one reaches it, in its own folder only. */
function grantHeld(room: NamedRoom): Policy[] {
  const around = roomList.find(({ name }) => name === room.heldBy);
  if (!around) return [];
  const captured = { first: "{{ from.element.captured.first }}" };
  return [{ from: selectRoom(around), allow: { to: { element: { type: typeOf(room), captured } } } }];
}

const folders = roomList.filter(({ folder }) => folder !== undefined);
const files = roomList.filter(({ files: pattern }) => pattern !== undefined);

function policies(): Policy[] {
  return [
    ...folders.map(refuse),
    ...folders.flatMap(grant),
    ...folders.flatMap(grantHeld),
    { allow: { dependency: { relationship: { to: "internal" } } } },
    ...files.map(refuse),
    ...files.flatMap(grant),
    {
      disallow: {
        to: { element: { isUnknown: true }, file: { isUnknown: true }, module: { origin: "local" } },
      },
      message: `This file does not exist, or it stands outside every room. ${see}`,
    },
    {
      disallow: { to: { file: { categories: "test" } } },
      message: `Outside tests nothing imports a test, a fixture or a test's support. ${see}`,
    },
    { from: { file: { categories: ["test", "tool"] } }, allow: { to: everything } },
  ];
}

/** Rules of `eslint-plugin-boundaries`, made from the table in `rooms.ts`. */
export const importRules: NonNullable<OxlintConfig["rules"]> = {
  "boundaries/no-unknown-files": "error",
  "boundaries/dependencies": [
    "error",
    {
      default: "disallow",
      checkAllOrigins: true,
      checkUnknownLocals: true,
      checkInternals: true,
      message: `No rule allows this import. ${see}`,
      policies: policies(),
    },
  ],
};

/** What the plugin has to know of the tree. */
export const importSettings = {
  "boundaries/dependency-nodes": ["require", "import", "dynamic-import", "export"],
  "boundaries/additional-dependency-nodes": [
    { selector: "TSImportType Literal", kind: "type", name: "import-type" },
  ],
  "boundaries/legacy-templates": false,
  "boundaries/files": [
    ...files.map((room) => ({ category: typeOf(room), pattern: room.files })),
    { category: "test", pattern: "**/*.test.{ts,tsx}" },
    { category: "test", pattern: "**/__fixtures__/**" },
    { category: "test", pattern: "{server,console}/test/**" },
    { category: "tool", pattern: "{e2e,benchmarks,scripts}/**" },
    { category: "tool", pattern: "{*.config.ts,console/*.ts}" },
  ],
  "boundaries/elements": foldersByDepth.map((room) => ({
    type: typeOf(room),
    pattern: room.folder,
    partialMatch: false,
    capture: ["first", "second", "third"],
  })),
  "import/resolver": { node: { extensions: [".ts", ".tsx"] } },
};
