import type { Compilable, CompiledQuery } from "kysely";

/** What stands for a parameter while its query is compiled. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled to SQL once, when it is first needed: both together cost more than running most
 * queries. For those that run with every call or every second.
 * @param sample a value of each parameter; only names and types count
 * @param build gets a place for each parameter instead of its value, so it may only pass it on
 * @returns makes the query for `queries.executeQuery`
 */
export function compileOnce<Values extends Record<string, string | number>, Row>(
  sample: Values,
  build: (places: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (values) => {
    compiled ??= build(placesFor(sample)).compile();
    return {
      ...compiled,
      parameters: compiled.parameters.map((value) => (value instanceof Place ? values[value.name] : value)),
    };
  };
}

function placesFor<Values extends Record<string, string | number>>(sample: Values): Values {
  const places = Object.keys(sample).map((name) => [name, new Place(name)]);
  return Object.fromEntries(places) as Values;
}
