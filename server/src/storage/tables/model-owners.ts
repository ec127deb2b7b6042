/** Custom owners, and renamed owners of providers. */
export interface ModelOwnersTable {
  /** Up to 1000 a provider's number. */
  id: number;
  name: string;
  /** Address of an image, or empty. */
  icon: string;
}
