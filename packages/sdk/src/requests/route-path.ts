import { UsageError } from '../errors/field-inspection-error.ts';

/** A route with its parameters, not yet checked: `['/sessions/', '/end']` and `[{ sessionId }]`. */
export interface RoutePath {
  readonly parts: readonly string[];
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

/** Tags a path: the parts are the route's own, the parameters' values come from the caller. */
export const path = (parts: TemplateStringsArray, ...parameters: RoutePath['parameters']): RoutePath => ({
  parts,
  parameters,
});

/**
 * The path with each value encoded, as one segment.
 *
 * Encoding alone is not enough: URL parsers pop `..`, also as `%2e%2e`, and servers that decode once
 * more find segments behind `%2f`; a key would then be sent to another route. So dot segments are
 * refused in every spelling.
 */
export function renderPath({ parts, parameters }: RoutePath): string {
  return parts.reduce((rendered, part, index) => {
    const [[name, value] = []] = Object.entries(parameters[index - 1]!);
    const problem = findProblem(value);
    if (problem === undefined) return rendered + encodeURIComponent(value as string) + part;
    throw new UsageError(`${name} ${problem}`);
  });
}

function findProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string; got ${describeType(value)}`;
  if (value === '') return 'must not be empty';
  // String.isWellFormed asks the same, but came to browsers after those that the field side runs in.
  if (/\p{Cs}/u.test(value)) return 'must not have a lone surrogate';
  if (hasDotSegment(value)) return `must not have a dot segment; got ${JSON.stringify(value)}`;
  return undefined;
}

const hasDotSegment = (value: string) =>
  value.split(/[/\\]|%2f|%5c/i).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));

const describeType = (value: unknown) => (value === null ? 'null' : typeof value);
