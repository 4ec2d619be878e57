/**
 * The base of everything that this package throws. `instanceof` works across copies of the package,
 * `name` is the class's name in minified code too, and `JSON.stringify` keeps the message.
 *
 * @example
 * ```ts
 * try {
 *   await client.sessions.get(sessionId);
 * } catch (error) {
 *   if (error instanceof FieldInspectionError) console.error(JSON.stringify(error));
 *   else throw error;
 * }
 * ```
 */
export class FieldInspectionError extends Error {
  /** @internal */
  static readonly $id: symbol = brandError(this, 'FieldInspectionError');

  /** @internal */
  static override [Symbol.hasInstance](error: unknown): boolean {
    // A reader's own subclass inherits this, and has no brand.
    return Object.hasOwn(this, '$id') ? this.$id in Object(error) : super[Symbol.hasInstance](error);
  }

  /**
   * Gives the fields that are safe to log: the message and the error's own, never a key, secret, header or request
   * body.
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

/** The call itself is wrong, and nothing was sent: a missing key, a number for an id, a parsed webhook body. */
export class UsageError extends FieldInspectionError {
  /** @internal */
  static override readonly $id = brandError(this, 'UsageError');
}

type ErrorClass = { readonly prototype: Error };

/**
 * Brands an error class, so that `instanceof` holds for errors of another copy of this package: ESM beside CJS, or two
 * versions. Names are written out, since bundlers rename classes. The mark is a field, since static blocks came to
 * Safari with 16.4.
 */
export function brandError(errorClass: ErrorClass, name: string): symbol {
  const brand = Symbol.for(`@field-inspection/sdk/${name}`);
  Object.assign(errorClass.prototype, { name, [brand]: true });
  return brand;
}
