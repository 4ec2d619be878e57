/** True for objects of a JSON parser or an object literal; false for arrays, class instances, dates, maps. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;

  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype || prototype === null || isForeignObjectPrototype(prototype as object)
  );
}

// An object parsed in another realm (an iframe, a test runner's sandbox) has that realm's Object.prototype: the root of
// its chain, with properties that only Object.prototype owns.
function isForeignObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}
