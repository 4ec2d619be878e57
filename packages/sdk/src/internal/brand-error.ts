type ErrorClass = { readonly prototype: Error };

/**
 * Names an error class and marks it, so that `instanceof` also holds for an error thrown by another
 * copy of this package: ESM beside CJS, or two versions in one tree. Names are written out because
 * bundlers rename classes.
 */
export function brandError({ prototype }: ErrorClass, name: string): void {
  Object.assign(prototype, { name, [brandOf(name)]: true });
}

/** Whether a value is of a branded class; `undefined` for a class that is not, such as a reader's own subclass. */
export function hasBrand({ prototype }: ErrorClass, value: unknown): boolean | undefined {
  return Object.hasOwn(prototype, 'name') ? brandOf(prototype.name) in Object(value) : undefined;
}

const brandOf = (name: string) => Symbol.for(`@field-inspection/sdk/${name}`);
