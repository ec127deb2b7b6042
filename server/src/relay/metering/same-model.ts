/**
 * True if the name in a response is that of the requested model: itself, a dated version, or without the vendor's
 * prefix. A larger or newer model whose name begins the same is another model.
 */
export function isSameModel(requested: string, answered: string): boolean {
  if (requested === answered) return true;
  const one = plainName(requested);
  const other = plainName(answered);
  return one === other || isVersion(one, other) || isVersion(other, one);
}

function isVersion(name: string, longer: string): boolean {
  return longer.startsWith(name) && version.test(longer.slice(name.length));
}

/** Names that were simplified; vendors answer with the same ones again and again. */
const plainNames = new Map<string, string>();
/** Names, and characters of one: upstreams may answer with anything. */
const namesMost = 1000;
const lengthMost = 100;

function plainName(model: string): string {
  const known = plainNames.get(model);
  if (known !== undefined) return known;
  const plain = simplify(model);
  if (plainNames.size < namesMost && model.length <= lengthMost) plainNames.set(model, plain);
  return plain;
}

/** Without folders, the region and vendor of Bedrock's ids, its version, and the suffix for the newest one. */
function simplify(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/^(?:[a-z-]+\.)+(?=[a-z])/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/[-:]latest$/, "");
}

const version = /^(?:-preview|-exp)?[-@_](?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2})$/;
