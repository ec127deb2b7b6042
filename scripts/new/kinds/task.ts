import { addEntry, addImport } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";
import { findFreeType } from "./provider.ts";

const tasks = "server/src/relay/tasks";

/** A task platform with one action, polled for several tasks in one request. */
export function planTask(names: Names, root: string): Plan {
  const folder = `${tasks}/${names.kebab}`;
  const registry = `${tasks}/registry.ts`;
  return {
    files: fillTemplate("task", folder, { ...names, type: String(findFreeType(root)) }),
    edits: [
      [registry, addImport(`import { platform as ${names.camel} } from "./${names.kebab}/index.ts";`)],
      [
        registry,
        addEntry({ list: "export const taskPlatforms: readonly TaskPlatform[] = [", entry: names.camel }),
      ],
    ],
    next: [
      `${folder}/index.ts: its actions, their models, and the provider's number in channelTypes (npm run new -- provider ${names.kebab})`,
      `${folder}/read-report.ts: its words for how far a task is, and what was made`,
      `${folder}/${names.kebab}.test.ts: its answers as it sends them`,
    ],
  };
}
