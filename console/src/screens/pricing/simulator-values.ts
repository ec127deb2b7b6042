import { noUsage, type TokenClass } from "@tollgate/contract/cost";
import type { SimulatedCall } from "@tollgate/contract/price-simulation";

/** What the simulator's form holds. */
export interface SimulatorValues {
  model: string;
  user_id: number;
  group: string;
  channel_id: number;
  usage: Partial<Record<TokenClass, number>>;
  service_tier: string;
  paid_fields: string[];
  size: string;
  quality: string;
}

/** An ordinary request. */
export const newSimulation: SimulatorValues = {
  model: "",
  user_id: 0,
  group: "",
  channel_id: 0,
  usage: { input: 1000, output: 500 },
  service_tier: "",
  paid_fields: [],
  size: "",
  quality: "",
};

export const usageClasses = Object.keys(noUsage) as TokenClass[];

/** The request body. */
export function simulatedCallOf(values: SimulatorValues): SimulatedCall {
  return { ...values, model: values.model.trim() };
}
