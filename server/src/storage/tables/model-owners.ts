/** Owners that operators added, and those of providers that they renamed. */
export interface ModelOwnersTable {
  /** Up to 1000 a provider's number. */
  id: number;
  name: string;
  /** Address of a picture, or empty. */
  icon: string;
}
