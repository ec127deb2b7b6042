/** One name in the forms that code, files, tables and texts write it in. */
export interface Names {
  /** `gift-cards`: folders, files, ids, namespaces. */
  kebab: string;
  /** `giftCards` */
  camel: string;
  /** `GiftCards` */
  pascal: string;
  /** `gift_cards` */
  snake: string;
  /** `Gift cards` */
  title: string;
}

/** Words that JavaScript does not take as a name of a variable, and two that every module has. */
const reserved = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
);

/** The forms of a kebab-case name. @throws Error for a name that is not kebab-case, or that code cannot use */
export function namesOf(name: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(name))
    throw new Error(`"${name}" is not a kebab-case name, like "acme-cloud".`);
  if (name.length > 40) throw new Error(`"${name}" is longer than 40 characters.`);
  if (reserved.has(name)) throw new Error(`"${name}" is a word of JavaScript. Choose another name.`);
  const words = name.split("-");
  const pascal = words.map(upperFirst).join("");
  return {
    kebab: name,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join("_"),
    title: upperFirst(words.join(" ")),
  };
}

/** Names of the API document have no digits. @throws Error for a name with one */
export function rejectDigits(name: string): void {
  if (/\d/.test(name)) throw new Error(`"${name}" has digits, which names of the API document cannot have.`);
}

/** The singular of a plural noun: `gift-cards` gives `gift-card`. @throws Error for a name that is not a plural */
export function singularOf(name: string): string {
  const singular = name
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");
  if (singular === name) throw new Error(`"${name}" is not a plural noun, like "gift-cards".`);
  return singular;
}

/** `ACME` as `ACME`, `acme` as `Acme`. */
export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
