import type { JsonSchema } from './components.ts';

export type Paths = Record<string, Record<string, { parameters: JsonSchema[] }>>;

/**
 * Replaces parameters that several operations share by pointers. A name that stands for two such parameters is left as
 * it is in both places.
 */
export const hoistParameters = (paths: Paths): { paths: Paths; parameters: Record<string, JsonSchema> } => {
  const shared = findShared(listInline(paths));
  const point = (parameter: JsonSchema): JsonSchema => {
    const name = String(parameter['name']);
    return shared.get(name) === JSON.stringify(parameter)
      ? { $ref: `#/components/parameters/${name}` }
      : parameter;
  };
  return {
    paths: mapOperations(paths, (operation) => ({
      ...operation,
      parameters: operation.parameters.map(point),
    })),
    parameters: Object.fromEntries([...shared].map(([name, text]) => [name, JSON.parse(text) as JsonSchema])),
  };
};

const listInline = (paths: Paths): JsonSchema[] =>
  Object.values(paths)
    .flatMap((item) => Object.values(item).flatMap(({ parameters }) => parameters))
    .filter((parameter) => '$ref' in parameter === false);

const findShared = (parameters: JsonSchema[]): Map<string, string> => {
  const byText = Map.groupBy(parameters, (parameter) => JSON.stringify(parameter));
  const repeated = [...byText].filter(([, same]) => same.length > 1);
  const byName = Map.groupBy(repeated, ([, [first]]) => String(first?.['name']));
  const unambiguous = [...byName].filter(([, texts]) => texts.length === 1);
  return new Map(
    unambiguous.flatMap(([name, texts]) => texts.map(([text]): [string, string] => [name, text])),
  );
};

const mapOperations = <Operation>(
  paths: Record<string, Record<string, Operation>>,
  map: (operation: Operation) => Operation,
) =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, map(operation)])),
    ]),
  );
