/** Clauses that start a line. */
const clauses =
  /^(?:from|where|group by|order by|limit|set|values|on conflict|returning|inner join|left join|select|window|offset)\b/i;

/**
 * The statement with one clause per line, so that a change shows as one line. Clauses inside brackets stay in their
 * line.
 */
export function formatSql(sql: string): string {
  const text = sql.replace(/\s+/g, " ").trim();
  let depth = 0;
  let quote = "";
  let formatted = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === "'" || char === '"') quote = char;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    const breaks = char === " " && depth === 0 && quote === "" && clauses.test(text.slice(at + 1));
    formatted += breaks ? "\n  " : char;
  }
  return `${formatted};`;
}
