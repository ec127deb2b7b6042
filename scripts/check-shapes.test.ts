import { describe, expect, it } from "vitest";
import { checkShapes, kindFolders } from "./check-shapes.ts";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { plantTree } from "./plant-tree.ts";

const check = (files: Record<string, string>) => {
  using tree = plantTree(files);
  return checkShapes(tree.root).map(({ path, problem }) => `${path.split("/").at(-1)} ${problem}`);
};

const plant = (folder: string, files: string[]) =>
  Object.fromEntries(files.map((file) => [`${folder}/${file}`, "export const planted = 1;\n"]));

/** Every file except one, whose absence must be found. */
const without = (files: Record<string, string>, file: string) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith(`/${file}`)));

it("looks into folders that the repository has", () => {
  const empty = kindFolders(repositoryRoot).filter(
    (folder) => listFiles(repositoryRoot, folder).length === 0,
  );
  expect(empty).toEqual([]);
  expect(kindFolders(repositoryRoot)).toContain("server/src/control/auth/methods");
});

it("accepts a tree without any of the folders", () => {
  expect(check({})).toEqual([]);
});

describe("providers", () => {
  const folder = "server/src/relay/providers";
  const registry = {
    [`${folder}/registry.ts`]:
      'import { provider as acme } from "./acme/index.ts";\nexport const providers = [acme];\n',
  };
  const lookAlike = plant(`${folder}/acme`, [
    "index.ts",
    "descriptor.ts",
    "acme.test.ts",
    "__fixtures__/chat.json",
  ]);
  const own = {
    ...lookAlike,
    ...plant(`${folder}/acme`, ["chat.ts", "wire.ts", "to-wire.ts", "from-wire.ts", "problems.ts"]),
  };

  it("accepts a vendor with the common format, and one with its own", () => {
    expect(check({ ...registry, ...lookAlike })).toEqual([]);
    expect(check({ ...registry, ...own })).toEqual([]);
  });

  it.each(["index.ts", "descriptor.ts", "acme.test.ts"])("rejects a provider without %s", (file) => {
    expect(check({ ...registry, ...without(lookAlike, file) })).toContain(`acme lacks ${file}`);
  });

  it.each(["wire.ts", "to-wire.ts", "from-wire.ts", "problems.ts"])(
    "rejects an own translation without %s",
    (file) => {
      expect(check({ ...registry, ...without(own, file) })).toEqual([`acme lacks ${file}`]);
    },
  );

  it("rejects a provider without fixtures, unless it answers here", () => {
    const bare = without(lookAlike, "chat.json");
    expect(check({ ...registry, ...bare })).toEqual(["acme has no __fixtures__"]);
    const local = {
      [`${folder}/acme/index.ts`]: "export const provider: Provider = { descriptor, local: answer };\n",
    };
    expect(check({ ...registry, ...bare, ...local })).toEqual([]);
  });

  it("rejects a provider that is not in the registry, a comment notwithstanding", () => {
    const commented = { [`${folder}/registry.ts`]: '// import { provider } from "./acme/index.ts";\n' };
    expect(check({ ...commented, ...lookAlike })).toEqual([
      `acme is not registered in ${folder}/registry.ts`,
    ]);
  });

  it("rejects a provider that the registry imports or passes on, but does not list", () => {
    const unlisted = [`acme is not registered in ${folder}/registry.ts`];
    for (const line of [
      'import { provider as acme } from "./acme/index.ts";\nexport const providers = [];\n',
      'export { provider as acme } from "./acme/index.ts";\n',
      'import type { provider as acme } from "./acme/index.ts";\nexport type Acme = typeof acme;\n',
    ])
      expect(check({ ...lookAlike, [`${folder}/registry.ts`]: line })).toEqual(unlisted);
  });

  it("leaves the kit and the bases alone", () => {
    const bases = ["openai", "openai-responses", "anthropic", "gemini"];
    const files = bases.map((base) => `${base}-compatible/chat.ts`);
    expect(check(plant(folder, ["kit/read-sse.ts", ...files]))).toEqual([]);
  });

  it("requires no own translation of a vendor on one of the bases", () => {
    for (const base of ["openai", "openai-responses", "anthropic", "gemini"]) {
      const chat = { [`${folder}/acme/chat.ts`]: `import { a } from "../${base}-compatible/chat.ts";\n` };
      expect(check({ ...registry, ...lookAlike, ...chat })).toEqual([]);
    }
    const other = { [`${folder}/acme/chat.ts`]: 'import { a } from "../mistral/chat.ts";\n' };
    expect(check({ ...registry, ...lookAlike, ...other })).toContain("acme lacks wire.ts");
  });
});

describe("formats", () => {
  const folder = "server/src/relay/formats";
  const files = plant(`${folder}/acme-chat`, [
    "index.ts",
    "wire.ts",
    "parse-request.ts",
    "render-response.ts",
    "render-error.ts",
    "acme-chat.test.ts",
    "__fixtures__/request.json",
  ]);

  it("requires the file set, fixtures, the test and the registration", () => {
    const registry = {
      [`${folder}/registry.ts`]:
        'import { format } from "./acme-chat/index.ts";\nexport const formats = { format };\n',
    };
    expect(check({ ...registry, ...files })).toEqual([]);
    expect(check(without(without(files, "render-error.ts"), "request.json"))).toEqual([
      "acme-chat lacks render-error.ts",
      "acme-chat has no __fixtures__",
      `acme-chat is not registered in ${folder}/registry.ts`,
    ]);
  });

  it("accepts a format that reports errors as OpenAI does, through the kit", () => {
    const index = `${folder}/acme-chat/index.ts`;
    const shared = {
      [`${folder}/registry.ts`]:
        'import { format } from "./acme-chat/index.ts";\nexport const formats = { format };\n',
      ...without(files, "render-error.ts"),
    };
    const ownWay = { [index]: 'import { renderError } from "../kit/render-openai-error.ts";\n' };
    expect(check({ ...shared, ...ownWay })).toEqual([]);
    const another = { [index]: 'import { createErrorReply } from "../kit/error-reply.ts";\n' };
    expect(check({ ...shared, ...another })).toEqual(["acme-chat lacks render-error.ts"]);
  });

  it("leaves the kit alone", () => {
    expect(check(plant(folder, ["kit/read-fields.ts"]))).toEqual([]);
  });
});

describe("control features", () => {
  const files = plant("server/src/control/tokens", ["routes.ts", "service.ts", "tokens.test.ts"]);
  const root = {
    "server/src/build-app.ts": 'import { tokenRoutes } from "./control/tokens/routes.ts";\ntokenRoutes();\n',
  };

  it("requires routes, a service, a test and a line in the composition root", () => {
    expect(check({ ...files, ...root })).toEqual([]);
    expect(check(without(without(files, "service.ts"), "tokens.test.ts"))).toEqual([
      "tokens lacks service.ts",
      "tokens has no test",
      "tokens is not registered in server/src/build-app.ts",
    ]);
  });

  it("lets a feature without endpoints be registered by its service", () => {
    const service = {
      "server/src/build-app.ts":
        'import { createTokens } from "./control/tokens/service.ts";\ncreateTokens();\n',
    };
    expect(check({ ...without(files, "routes.ts"), ...service })).toEqual([]);
    expect(check({ ...files, ...service })).toEqual(["tokens is not registered in server/src/build-app.ts"]);
  });

  it("requires a sign-in method's route, test and registration", () => {
    const folder = "server/src/control/auth/methods";
    const method = plant(folder, ["acme/index.ts", "acme/acme.test.ts", "method.ts"]);
    const registry = 'import { acme } from "./acme/index.ts";\nexport const methods = { acme };\n';
    const unlisted = `acme is not registered in ${folder}/registry.ts`;
    const aboutMethods = (files: Record<string, string>) =>
      check(files).filter((one) => one.startsWith("acme"));
    expect(aboutMethods({ ...method, [`${folder}/registry.ts`]: registry })).toEqual([]);
    expect(aboutMethods(method)).toEqual([unlisted]);
    expect(aboutMethods(plant(folder, ["acme/wire.ts"]))).toEqual([
      "acme lacks index.ts",
      "acme has no test",
      unlisted,
    ]);
  });
});

describe("screens", () => {
  const files = plant("console/src/screens/tokens", [
    "screen.ts",
    "tokens-page.tsx",
    "tokens-page.test.tsx",
    "locales/en_US.json",
    "locales/zh_CN.json",
    "locales/ja_JP.json",
  ]);
  const registry = {
    "console/src/app/screens.ts":
      'import { tokensScreen } from "../screens/tokens/screen";\nexport const screens = [tokensScreen];\n',
  };

  it("requires passport, page, test, texts in three languages and the registration", () => {
    expect(check({ ...files, ...registry })).toEqual([]);
    expect(check({ ...registry, ...without(without(files, "ja_JP.json"), "tokens-page.test.tsx") })).toEqual([
      "tokens lacks locales/ja_JP.json",
      "tokens has no <name>-page.test.tsx",
    ]);
    expect(check(files)).toEqual(["tokens is not registered in console/src/app/screens.ts"]);
  });
});
