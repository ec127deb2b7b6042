import type { Fields } from "./check-value.ts";

const snakeNames = new Map<string, string>();

/** The snake_case name of a field, which Google's servers also accept. `name` is one of ours, never the caller's. */
export function snakeName(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}

/** A field by its camelCase or snake_case name. */
export function readField(fields: Fields, name: string): unknown {
  return fields[name] ?? fields[snakeName(name)];
}
