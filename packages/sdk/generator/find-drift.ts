/** What differs between the files as they are and as they should be, a line each. */
export function findDrift(
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] {
  const missing = [...expected.keys()]
    .filter((name) => !actual.has(name))
    .map((name) => `${name} is missing`);
  const changed = [...expected]
    .filter(([name, source]) => actual.has(name) && actual.get(name) !== source)
    .map(([name]) => `${name} is not what the contract gives`);
  const stray = [...actual.keys()]
    .filter((name) => !expected.has(name))
    .map((name) => `${name} has no resource`);
  return [...missing, ...changed, ...stray];
}
