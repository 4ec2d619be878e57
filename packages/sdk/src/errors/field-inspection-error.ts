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
  static {
    brandError(this, 'FieldInspectionError');
  }

  /** What is safe to log: the message and the error's own fields, never a key, a secret, a header or a request body. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

/** The call itself is wrong, and nothing was sent: a missing key, a number for an id, a parsed webhook body. */
export class UsageError extends FieldInspectionError {
  static {
    brandError(this, 'UsageError');
  }
}

type ErrorClass = { readonly prototype: Error };

/**
 * Names an error class and marks it, so that `instanceof` also holds for an error thrown by another
 * copy of this package: ESM beside CJS, or two versions in one tree. Names are written out because
 * bundlers rename classes.
 */
export function brandError(errorClass: ErrorClass, name: string): void {
  const brand = Symbol.for(`@field-inspection/sdk/${name}`);
  Object.assign(errorClass.prototype, { name, [brand]: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: ErrorClass, error: unknown) {
      // A reader's own subclass inherits this, and is not branded.
      return this === errorClass ? brand in Object(error) : Error[Symbol.hasInstance].call(this, error);
    },
  });
}
