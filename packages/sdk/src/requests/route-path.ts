import { UsageError } from '../errors/field-inspection-error.ts';

/** Not checked yet: `['/sessions/', '/end']` and `[{ sessionId }]`. */
export interface RoutePath {
  readonly parts: readonly string[];
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
}

/** The parts are the route's own; the parameters' values come from the caller. */
export const path = (parts: TemplateStringsArray, ...parameters: RoutePath['parameters']): RoutePath => ({
  parts,
  parameters,
});

/**
 * Encodes each value as one segment. Encoding alone is not enough: URL parsers pop `..`, also as `%2e%2e`, and servers
 * that decode again find segments behind `%2f`, so that a key would go to another route. Dot segments are refused in
 * every spelling.
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
  // String.isWellFormed checks the same, but is missing in browsers that the field side supports.
  if (/\p{Cs}/u.test(value)) return 'must not have a lone surrogate';
  if (hasDotSegment(value)) return `must not have a dot segment; got ${JSON.stringify(value)}`;
  return undefined;
}

const hasDotSegment = (value: string) =>
  value.split(/[/\\]|%2f|%5c/i).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));

const describeType = (value: unknown) => (value === null ? 'null' : typeof value);
