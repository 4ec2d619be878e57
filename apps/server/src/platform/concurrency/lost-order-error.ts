/** Thrown where the process or thread that did an order ended before it answered. Nothing came of the order. */
export class LostOrderError extends Error {
  override name = 'LostOrderError';
  /** Why the order itself ended what did it, which it would do again; undefined where it may be given again. */
  readonly blame: string | undefined;

  constructor(message: string, { blame, ...options }: ErrorOptions & { blame?: string | undefined } = {}) {
    super(message, options);
    this.blame = blame;
  }
}
