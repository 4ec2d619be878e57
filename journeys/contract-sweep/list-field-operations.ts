import { MISSING_IDS, namesInPath } from '../requests/ids.ts';
import { OPERATIONS, type Operation, type Schema } from '../requests/operations.ts';
import { sampleBody } from '../requests/sample-body.ts';

export type FieldOperation = Operation & { isRead: boolean; names: string[] };

export const listFieldOperations = (): FieldOperation[] =>
  OPERATIONS.filter(({ auth }) => auth === 'field_session').map((operation) => ({
    ...operation,
    isRead: ['GET', 'HEAD'].includes(operation.method),
    names: [...namesInPath(operation.path), ...namesInBody(operation), ...namesInQuery(operation)],
  }));

const namesInBody = (operation: Operation): string[] => {
  const names = listIdFields(operation, operation.body);
  const sample = sampleBody(operation, MISSING_IDS);
  const known: unknown[] = Object.values(MISSING_IDS);
  const unknown = names.find((name) => !known.includes(sample?.[name]));
  if (unknown) throw new Error(`Say in sample-body.ts which object ${unknown} of ${operation.name} is.`);
  return names;
};

const namesInQuery = (operation: Operation): string[] => {
  const names = listIdFields(operation, operation.query);
  if (names.length > 0)
    throw new Error(`Let callOperation send ${names.join()} in the query of ${operation.name}.`);
  return names;
};

const listIdFields = ({ name }: Operation, schema: Schema | undefined): string[] => {
  const names = Object.entries(schema?.properties ?? {})
    .filter(([, { format }]) => format === 'uuid')
    .map(([field]) => field);
  const { $defs: _, ...own } = schema ?? {};
  if (names.length === JSON.stringify(own).split('"format":"uuid"').length - 1) return names;
  throw new Error(`An id lies deeper in ${name} than this looks.`);
};
