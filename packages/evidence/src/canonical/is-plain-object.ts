export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;

  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype || prototype === null || isForeignObjectPrototype(prototype as object)
  );
}

// In an object of another realm (an iframe, a test runner's sandbox), that realm's Object.prototype ends the chain,
// with properties that only an Object.prototype owns.
function isForeignObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}
