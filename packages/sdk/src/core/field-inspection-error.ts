import { brandError } from '../internal/brand-error.ts';

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
