/**
 * Creating an `Intl` object takes a hundred times as long as formatting with it, and a list formats hundreds of values: keeps one for
 * each language and options.
 */
export function keepFormats<Options extends object, Format>(
  create: (language: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const kept = new Map<string, Format>();
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`;
    let format = kept.get(key);
    if (format === undefined) kept.set(key, (format = create(language, options)));
    return format;
  };
}
