import { UsageError } from '../errors/field-inspection-error.ts';

/** TypeScript refuses unknown options, such as `timeout`; JavaScript would silently ignore them. */
export function checkOptions(options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) return;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue;
    throw new UsageError(`There is no option ${JSON.stringify(name)}${findNear(name, names)}`);
  }
}

/** Finds names that hold most of the word from its first letter on, at least three letters; otherwise gives all. */
function findNear(given: string, names: readonly string[]): string {
  const word = fold(given);
  for (let count = word.length; count > 2; count--) {
    const near = names.find((name) => fold(name).includes(word.slice(0, count)));
    if (near) return `: did you mean ${near}?`;
  }
  return `, but ${names.join(', ')}`;
}

const fold = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
