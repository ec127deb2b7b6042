/** The writer thread could not write. */
export class WriterError extends Error {
  override name = "WriterError";
  /** The database rejects the values themselves: no retry will help. */
  readonly rejectsData: boolean;

  constructor(message: string, rejectsData: boolean) {
    super(message);
    this.rejectsData = rejectsData;
  }
}
