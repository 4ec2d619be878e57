/** The process or thread of an order ended before it answered. Nothing came of the order. */
export class LostOrderError extends Error {
  override name = 'LostOrderError';
  /** The order's fault, which would end its process or thread again; undefined where the order may be given again. */
  readonly blame: string | undefined;

  constructor(message: string, { blame, ...options }: ErrorOptions & { blame?: string | undefined } = {}) {
    super(message, options);
    this.blame = blame;
  }
}
