import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { listFiles, listFolders } from "./list-files.ts";
import { languages } from "./read-locales.ts";
import { readUsedImports } from "./read-source.ts";

/** Folders of one kind: what each must contain and where it is registered. */
interface Kind {
  rule: Rule;
  folder: string;
  /** Folders beside the items that are not items. */
  except?: string[];
  /** Whether a folder with these files is an item. Left out: every folder is. */
  isItem?(files: string[]): boolean;
  /** Problems of one item, by its name and the paths inside it. */
  findProblems(name: string, files: string[], read: (file: string) => string): string[];
  /** Files that may register an item; any one of them is enough. */
  registries: string[] | ((root: string) => string[]);
  /** The module that a registry imports, relative to the item's folder. */
  door: RegExp | ((files: string[]) => RegExp);
}

const isTest = /\.test\.tsx?$/;

function missing(files: string[], required: string[]): string[] {
  return required.filter((file) => !files.includes(file)).map((file) => `lacks ${file}`);
}

function lacksTest(files: string[]): string[] {
  return files.some((file) => isTest.test(file)) ? [] : ["has no test"];
}

function lacksFixtures(files: string[]): string[] {
  return files.some((file) => file.startsWith("__fixtures__/")) ? [] : ["has no __fixtures__"];
}

const kinds: Kind[] = [
  {
    rule: {
      name: "shape of a provider",
      reason: "one file set for every vendor means that a reader of one provider can read them all",
      document: "docs/develop/adding-a-provider.md",
    },
    folder: "server/src/relay/providers",
    except: [
      "kit",
      "openai-compatible",
      "openai-responses-compatible",
      "anthropic-compatible",
      "gemini-compatible",
    ],
    findProblems: (name, files, read) => {
      const isLocal = files.includes("index.ts") && /\blocal\b\s*[,:]/.test(read("index.ts"));
      const ownChat =
        files.includes("chat.ts") &&
        !/"\.\.\/(?:openai|openai-responses|anthropic|gemini)-compatible\//.test(read("chat.ts"));
      return [
        ...missing(files, ["index.ts", "descriptor.ts", `${name}.test.ts`]),
        ...(ownChat && !isLocal
          ? missing(files, ["wire.ts", "to-wire.ts", "from-wire.ts", "problems.ts"])
          : []),
        ...(isLocal ? [] : lacksFixtures(files)),
      ];
    },
    registries: ["server/src/relay/providers/registry.ts"],
    door: /^index\.ts$/,
  },
  {
    rule: {
      name: "shape of a wire format",
      reason:
        "one file set for every format: parse on one side, render on the other, errors in the caller's own words",
      document: "ARCHITECTURE.md, 'Relay'",
    },
    folder: "server/src/relay/formats",
    except: ["kit"],
    findProblems: (name, files, read) => [
      ...missing(files, ["index.ts", "wire.ts", "parse-request.ts", "render-response.ts"]),
      // OpenAI's formats share one error shape.
      ...(files.includes("index.ts") && /"\.\.\/kit\/render-openai-error\.ts"/.test(read("index.ts"))
        ? []
        : missing(files, ["render-error.ts"])),
      ...missing(files, [`${name}.test.ts`]),
      ...lacksFixtures(files),
    ],
    registries: ["server/src/relay/formats/registry.ts"],
    door: /^index\.ts$/,
  },
  {
    rule: {
      name: "shape of a task platform",
      reason: "platforms differ only in terms and fields: each is one translation behind one port",
      document: "docs/develop/adding-a-task.md",
    },
    folder: "server/src/relay/tasks",
    findProblems: (name, files) => missing(files, ["index.ts", `${name}.test.ts`]),
    registries: ["server/src/relay/tasks/registry.ts"],
    door: /^index\.ts$/,
  },
  {
    rule: {
      name: "shape of a control feature",
      reason:
        "routes parse and answer, the service decides: the same two files in every feature, and a test that says so",
      document: "ARCHITECTURE.md, 'Control plane'",
    },
    folder: "server/src/control",
    // A folder of ports alone is the room of a feature to come.
    isItem: (files) => files.some((file) => !file.includes("/")),
    // A feature that has no endpoints of its own serves other features, and is constructed all the same.
    findProblems: (_name, files) => [...missing(files, ["service.ts"]), ...lacksTest(files)],
    registries: (root) =>
      listFiles(root, "server/src").filter((file) => /^server\/src\/[^/]+\.ts$/.test(file)),
    door: (files) => (files.includes("routes.ts") ? /^routes\.ts$/ : /^service\.ts$/),
  },
  {
    rule: {
      name: "shape of a screen",
      reason:
        "the shell knows a screen by its passport, its page is fetched when visited, its texts stand beside it",
      document: "docs/develop/adding-a-screen.md",
    },
    folder: "console/src/screens",
    findProblems: (_name, files) => [
      ...missing(files, ["screen.ts", ...languages.map((language) => `locales/${language}.json`)]),
      ...(files.some((file) => /^[^/]+-page\.tsx$/.test(file)) ? [] : ["has no <name>-page.tsx"]),
      ...(files.some((file) => file.endsWith("-page.test.tsx")) ? [] : ["has no <name>-page.test.tsx"]),
    ],
    registries: ["console/src/app/screens.ts"],
    door: /^screen(\.ts)?$/,
  },
];

const methodRule: Rule = {
  name: "shape of a sign-in method",
  reason: "items of one kind are in one list, behind one interface, each with its own test",
  document: "ARCHITECTURE.md, 'Control plane'",
};

/** `control/auth/methods`, and every other folder of a feature that has folders itself. */
function findMethods(root: string): Kind[] {
  const control = "server/src/control";
  return listFolders(root, control)
    .flatMap((feature) =>
      listFolders(root, `${control}/${feature}`).map((port) => `${control}/${feature}/${port}`),
    )
    .filter((folder) => !folder.includes("__") && listFolders(root, folder).length > 0)
    .map((folder) => ({
      rule: methodRule,
      folder,
      findProblems: (_name, files) => [...missing(files, ["index.ts"]), ...lacksTest(files)],
      registries: [`${folder}/registry.ts`],
      door: /^index\.ts$/,
    }));
}

/** Folders of the tree that hold items of some kind. */
export function kindFolders(root: string): string[] {
  return [...kinds, ...findMethods(root)].map(({ folder }) => folder);
}

/** Every folder of a kind has its file set and its test, and is in its registry. */
export function checkShapes(root: string): Finding[] {
  return [...kinds, ...findMethods(root)].flatMap((kind) => {
    const names = listFolders(root, kind.folder).filter((name) => !kind.except?.includes(name));
    const doors = names.length > 0 ? readRegistered(root, kind) : [];
    return names.flatMap((name) => {
      const folder = `${kind.folder}/${name}`;
      const files = listFiles(root, folder).map((file) => path.posix.relative(folder, file));
      if (files.length === 0 || kind.isItem?.(files) === false) return [];
      const read = (file: string) => readFileSync(path.join(root, folder, file), "utf8");
      const problems = kind.findProblems(name, files, read);
      const door = kind.door instanceof RegExp ? kind.door : kind.door(files);
      const registered = doors.some((one) => one.name === name && door.test(one.file));
      if (!registered) problems.push(`is not registered in ${describeRegistries(kind)}`);
      return problems.map((problem) => ({ rule: kind.rule, path: folder, problem }));
    });
  });
}

function describeRegistries(kind: Kind): string {
  return typeof kind.registries === "function" ? "server/src/build-app.ts" : kind.registries.join(" or ");
}

/** Modules inside items that a registry of their kind imports and uses. */
function readRegistered(root: string, kind: Kind): { name: string; file: string }[] {
  const registries = typeof kind.registries === "function" ? kind.registries(root) : kind.registries;
  return registries
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((registry) =>
      readUsedImports(readFileSync(path.join(root, registry), "utf8")).flatMap((specifier) => {
        const target = path.posix.join(path.posix.dirname(registry), specifier);
        if (!specifier.startsWith(".") || !target.startsWith(`${kind.folder}/`)) return [];
        const [name = "", ...file] = target.slice(kind.folder.length + 1).split("/");
        return [{ name, file: file.join("/") }];
      }),
    );
}

if (import.meta.main) reportFindings(checkShapes(repositoryRoot));
