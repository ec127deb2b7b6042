import type { ComparedModel } from "./compare-models";

export interface VendorGroup {
  /** What the names begin with; empty for names that share nothing. */
  vendor: string;
  models: ComparedModel[];
}

/** From so many models on headings help more than they cost. */
const groupedFrom = 12;

/** Models by the vendor in their name: the text before `/`, else before the first `-` or digit. Vendors with one model come last, together. */
export function groupByVendor(models: readonly ComparedModel[]): VendorGroup[] {
  if (models.length < groupedFrom) return [{ vendor: "", models: [...models] }];
  const groups = new Map<string, ComparedModel[]>();
  for (const model of models) {
    const vendor = vendorOf(model.name);
    groups.set(vendor, [...(groups.get(vendor) ?? []), model]);
  }
  const named = [...groups].filter(([vendor, members]) => vendor !== "" && members.length > 1);
  const others = [...groups].filter(([vendor, members]) => vendor === "" || members.length === 1);
  const rest = others.flatMap(([, members]) => members);
  return [
    ...named.map(([vendor, members]) => ({ vendor, models: members })),
    ...(rest.length > 0 ? [{ vendor: "", models: rest }] : []),
  ];
}

function vendorOf(name: string): string {
  const slash = name.indexOf("/");
  return (slash > 0 ? name.slice(0, slash) : (/^[a-z]+/i.exec(name)?.[0] ?? "")).toLowerCase();
}
