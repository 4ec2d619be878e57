import { UsageError } from '../errors/field-inspection-error.ts';

/** A route with the values of its parameters, not yet checked: `['/sessions/', '/end']` and `[id]`. */
export interface RoutePath {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
}

/** Tags a path: the parts are the route's own, the values come from the caller. */
export const path = (parts: TemplateStringsArray, ...values: readonly unknown[]): RoutePath => ({
  parts,
  values,
});

/**
 * The path with each value encoded, as one segment.
 *
 * Encoding alone is not enough: URL parsers pop `..`, also as `%2e%2e`, and servers that decode once
 * more find segments behind `%2f`; a key would then be sent to another route. So dot segments are
 * refused in every spelling.
 */
export function renderPath({ parts, values }: RoutePath): string {
  return parts.reduce((rendered, part, index) => {
    const value = values[index - 1];
    const problem = findProblem(value);
    if (problem === undefined) return rendered + encodeURIComponent(value as string) + part;
    const place = parts.reduce((route, next, at) => `${route}{${at === index ? 'this' : '…'}}${next}`);
    throw new UsageError(`The path parameter {this} of ${place} ${problem}`);
  });
}

function findProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${describeType(value)}`;
  if (value === '') return 'must not be empty';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  if (hasDotSegment(value)) return `must not have a dot segment; got ${JSON.stringify(value)}`;
  return undefined;
}

const hasDotSegment = (value: string) =>
  value.split(/[/\\]|%2f|%5c/i).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));

const describeType = (value: unknown) => (value === null ? 'null' : typeof value);
