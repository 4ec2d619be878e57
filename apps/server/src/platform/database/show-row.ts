import type { z } from 'zod';

/**
 * Gives a row as a schema of the contract shows it: the schema's fields, each from the column of its name, and no other
 * column. A field that has no such column is given beside the row's own.
 */
export const showRow = <Schema extends z.ZodObject>(
  { shape }: Schema,
  row: Stored<z.output<Schema>>,
): z.output<Schema> => {
  const columns: Record<string, unknown> = row;
  const shown: Record<string, unknown> = {};
  for (const field of Object.keys(shape)) shown[field] = showValue(columns[field]);
  return shown as z.output<Schema>;
};

const showValue = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** A column of text has the contract's words by a check of its table, which its type does not tell. */
type Stored<Value> = Value extends string
  ? string | Date
  : Value extends object
    ? { [Field in keyof Value]: Stored<Value[Field]> }
    : Value;
