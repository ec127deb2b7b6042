import { addEntry, addImport } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";

const channels = "server/src/control/notices/channels";

/** A notice channel that posts one JSON message per notice. */
export function planNotice(names: Names): Plan {
  const folder = `${channels}/${names.kebab}`;
  const registry = `${channels}/registry.ts`;
  return {
    files: fillTemplate("notice", folder, { ...names }),
    edits: [
      [registry, addImport(`import { channel as ${names.camel} } from "./${names.kebab}/index.ts";`)],
      [
        registry,
        addEntry({ list: "export const noticeChannels: readonly NoticeChannel[] = [", entry: names.camel }),
      ],
    ],
    next: [
      `${folder}/descriptor.ts: what an administrator enters, and how long a message may be`,
      `${folder}/index.ts: the service's call, and how it rejects a message`,
      `${folder}/${names.kebab}.test.ts: the stand-in as the service answers`,
    ],
  };
}
