import { z } from 'zod';
import { Locale } from '../shapes/locale.ts';

/** Samples have every optional part. Alternatives get a sample each. */
export const sampleSchema = (schema: z.ZodType): unknown[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return sampleSchema(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodObject) return sampleObject(schema);
  if (schema instanceof z.ZodRecord) return sampleRecord(schema);
  if (schema instanceof z.ZodArray) return sampleArray(schema);
  if (schema instanceof z.ZodTuple)
    return [schema.def.items.map((item) => sampleSchema(item as z.ZodType)[0])];
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(sampleSchema);
  if (schema instanceof z.ZodEnum) return schema.options.slice(0, 1);
  const scalars = SCALARS.filter((value) => schema.safeParse(value).success);
  if (scalars.length === 0)
    throw new Error(`No sample fits a schema of type ${schema.type}: add one to SCALARS`);
  return scalars;
};

const SCALARS: unknown[] = [
  '8c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e3b1f0c6f8e2d4a7b9c5e1f3a6d8b',
  '',
  'Roof, north side',
  '7',
  'de',
  '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01.png',
  '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01.pdf',
  '2026-11-20T14:30:00.000Z',
  'ada@example.com',
  'session.created',
  'created',
  'pending',
  'k'.repeat(43),
  true,
  7,
  640,
  '#d92d20',
  '203.0.113.0/24',
  'fis_00000000000000000000000000000000Hj2Luo',
  'https://example.com/imprint',
  '"3"',
  'Europe/Rome',
  '/inspections',
];

// Some lists need two items.
const sampleArray = (schema: z.ZodArray): unknown[] =>
  sampleSchema(schema.element as z.ZodType).map((item) => {
    const sizes = [[item], [item, item]];
    return sizes.find((items) => schema.safeParse(items).success) ?? sizes[0];
  });

// A row whose fields exclude each other is left out, unless every row's do.
const sampleObject = (schema: z.ZodObject): unknown[] => {
  const columns = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, part]) => ({
    name,
    samples: sampleSchema(part),
  }));
  const rowCount = Math.max(1, ...columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ name, samples }) => [name, samples[row % samples.length]])),
  );
  const fitting = rows.filter((row) => schema.safeParse(row).success);
  return fitting.length > 0 ? fitting : rows;
};

// Listed keys are all sampled; of a pattern's keys, and of locales, two suffice.
const sampleRecord = ({ keyType, valueType }: z.ZodRecord): unknown[] => {
  const most = keyType instanceof z.ZodEnum && keyType !== Locale ? Infinity : 2;
  const [keys, values] = [keyType, valueType].map((part) => sampleSchema(part as z.ZodType).slice(0, most));
  return keys!.flatMap((key) => values!.map((value) => ({ [String(key)]: value })));
};
