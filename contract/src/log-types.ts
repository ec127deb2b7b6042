/** Kinds of log rows, as numbers on the wire. In a file of its own, without schemas, for the writer thread. */
export const logTypes = { topUp: 1, consumption: 2, management: 3, system: 4 } as const;
