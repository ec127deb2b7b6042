import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";

/** Assembles arguments that arrive in pieces, each with its JSON path (Vertex AI, on request). */
export interface PartialArguments {
  /** Adds the pieces of one event. */
  add(pieces: unknown): void;
  /** JSON text of everything added so far. */
  text(): string;
}

type Step = string | number;

/** `whole` contains the arguments that arrived in one piece earlier. */
export function createPartialArguments(whole: JsonObject | undefined): PartialArguments {
  const root: JsonObject = { ...whole };
  /** Paths whose text continues in the next piece. */
  const open = new Set<string>();

  function put(path: string, value: unknown, goesOn: boolean): void {
    const steps = readPath(path);
    const last = steps.pop();
    if (last === undefined) return;
    let place: JsonObject | unknown[] = root;
    for (const [index, step] of steps.entries()) {
      const next = stepInto(place, step, typeof (steps[index + 1] ?? last) === "number");
      if (next === undefined) return;
      place = next;
    }
    const found = read(place, last);
    const before = open.has(path) && typeof found === "string" ? found : "";
    if (value !== undefined) write(place, last, typeof value === "string" ? before + value : value);
    // A piece without a value only marks that the text continues or ends.
    else if (found === undefined) write(place, last, null);
    if (goesOn) open.add(path);
    else open.delete(path);
  }

  return {
    add(pieces) {
      for (const entry of asList(pieces)) {
        const piece = asObject(entry);
        const path = asText(piece?.jsonPath);
        if (piece === undefined || path === undefined) continue;
        put(path, readValue(piece), piece.willContinue === true);
      }
    },
    text: () => JSON.stringify(root),
  };
}

function readValue(piece: JsonObject): unknown {
  if (piece.nullValue != null) return null;
  return piece.stringValue ?? piece.numberValue ?? piece.boolValue;
}

/** Steps of a JSON path (RFC 9535) that names one place: `$.a[0]['b c']`. */
function readPath(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, name, index, quoted] of path.matchAll(pathStep))
    steps.push(index === undefined ? (name ?? quoted?.replace(/\\(.)/g, "$1") ?? "") : Number(index));
  return steps;
}

const pathStep = /\.([^.[\]]+)|\[(\d+)\]|\[(?:'|")((?:[^'"\\]|\\.)*)(?:'|")\]/g;

function stepInto(
  place: JsonObject | unknown[],
  step: Step,
  toList: boolean,
): JsonObject | unknown[] | undefined {
  const found = read(place, step);
  if (Array.isArray(found)) return found as unknown[];
  const object = asObject(found);
  if (object) return object;
  const made = toList ? [] : {};
  return write(place, step, made) ? made : undefined;
}

function read(place: JsonObject | unknown[], step: Step): unknown {
  if (Array.isArray(place)) return typeof step === "number" ? place[step] : undefined;
  return Object.hasOwn(place, step) ? place[step] : undefined;
}

/** List entries arrive in order: an index far beyond the end is invalid. */
function write(place: JsonObject | unknown[], step: Step, value: unknown): boolean {
  if (Array.isArray(place)) {
    if (typeof step !== "number" || step > place.length) return false;
    place[step] = value;
  } else Object.defineProperty(place, step, { value, enumerable: true, writable: true, configurable: true });
  return true;
}
