type ErrorClass = { readonly prototype: Error };

const OWN_BRAND = Symbol.for('@field-inspection/sdk/brand');

/**
 * Names an error class and marks it, so that `instanceof` also holds for an error thrown by another
 * copy of this package: ESM beside CJS, or two versions in one tree. Names are written out because
 * bundlers rename classes.
 */
export function brandError(target: ErrorClass, name: string): void {
  const brand = Symbol.for(`@field-inspection/sdk/${name}`);
  Object.defineProperty(target, OWN_BRAND, { value: brand });
  Object.defineProperty(target.prototype, brand, { value: true });
  Object.defineProperty(target.prototype, 'name', { value: name, writable: true, configurable: true });
}

/** The `instanceof` of branded classes; a subclass of the reader's own falls back to the ordinary one. */
export function hasBrand(target: object, value: unknown): boolean {
  if (!Object.hasOwn(target, OWN_BRAND)) return Function.prototype[Symbol.hasInstance].call(target, value);
  const brand = (target as { [OWN_BRAND]: symbol })[OWN_BRAND];
  return typeof value === 'object' && value !== null && brand in value;
}
