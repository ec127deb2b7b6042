/** `topK` for `top_k`: APIs that use camelCase often accept snake_case as well. */
export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
