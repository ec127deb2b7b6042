/** `topK` for `top_k`: APIs that write names the first way often take the second as well. */
export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
