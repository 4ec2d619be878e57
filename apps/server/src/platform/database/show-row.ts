import type { z } from 'zod';

/** No column is shown without a field of its name. A field without a column is given beside the row. */
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

/** The table's check holds the column to the contract's words; its type does not tell. */
type Stored<Value> = Value extends string
  ? string | Date
  : Value extends object
    ? { [Field in keyof Value]: Stored<Value[Field]> }
    : Value;
