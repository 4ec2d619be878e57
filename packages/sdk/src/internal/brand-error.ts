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
