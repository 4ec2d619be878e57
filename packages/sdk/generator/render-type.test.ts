import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Side } from './json-schema.ts';
import { renderDeclaration, renderType } from './render-type.ts';
import { registerTypes, type TypeRegistry } from './type-registry.ts';

const render = (schema: z.ZodType, side: Side = 'output') => {
  const types: TypeRegistry = new Map();
  return renderType(registerTypes(schema, { side, file: 'f' }, types), side, types);
};
const declare = (...schemas: z.ZodType[]) => {
  const types: TypeRegistry = new Map();
  for (const schema of schemas) registerTypes(schema, { side: 'output', file: 'f' }, types);
  return [...types.values()].map((type) => renderDeclaration(type, types)).join('\n');
};
const Colour = z.enum(['red', 'blue']).meta({ id: 'Colour', description: 'Of the roof' });

describe('renderType', () => {
  it.each([
    [z.string(), 'string'],
    [z.uuid(), 'string'],
    [z.iso.datetime(), 'string'],
    [z.int(), 'number'],
    [z.number(), 'number'],
    [z.boolean(), 'boolean'],
    [z.null(), 'null'],
    [z.unknown(), 'unknown'],
    [z.literal('v1'), '"v1"'],
    [z.string().nullable(), 'string | null'],
    [z.union([z.literal(''), z.email()]), 'string'],
    [z.union([z.literal(1), z.string()]), '1 | string'],
    [z.array(z.string()), 'string[]'],
    [z.array(z.string().nullable()), '(string | null)[]'],
    [z.record(z.string(), z.int()), 'Record<string, number>'],
    [z.object({}), 'Record<string, never>'],
  ])('of %o is %s', (schema, expected) => {
    expect(render(schema)).toBe(expected);
  });

  it.each(['input', 'output'] as const)('opens a list of strings: %s', (side) => {
    expect(render(z.enum(['a', 'b']), side)).toBe('"a" | "b" | NewerValue');
    expect(render(Colour, side)).toBe('Colour | NewerValue');
  });

  it('shows the names that a record may have, where they are known', () => {
    const schema = z.partialRecord(Colour, z.int());
    expect(render(schema, 'input')).toBe('Partial<Record<Colour, number>>');
  });

  it('marks what may be absent', () => {
    const schema = z.object({ kept: z.string(), absent: z.string().optional(), 'odd-name': z.int() });
    expect(render(schema)).toBe('{\nkept: string;\nabsent?: string | undefined;\n"odd-name": number;\n}');
  });

  it('takes what a client sends, not what it becomes', () => {
    const schema = z.object({ limit: z.string().transform(Number).default(25).meta({ type: 'integer' }) });
    expect(render(schema, 'input')).toBe('{\nlimit?: number | undefined;\n}');
  });

  it('allows further fields where the contract does', () => {
    expect(render(z.looseObject({ id: z.string() }))).toBe('{\nid: string;\n[field: string]: unknown;\n}');
  });
});

describe('renderDeclaration', () => {
  it('describes what is named and its properties', () => {
    const Roof = z
      .object({ id: z.string().meta({ description: 'UUID' }), colour: Colour })
      .meta({ id: 'Roof', description: 'A roof' });
    expect(declare(Roof)).toBe(
      '/** A roof */\nexport interface Roof {\n/** UUID */\nid: string;\ncolour: Colour | NewerValue;\n}\n' +
        '/** Of the roof */\nexport type Colour = "red" | "blue";',
    );
  });

  it('extends the type whose fields it repeats', () => {
    const Base = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Base' });
    const Extended = Base.extend({ secret: z.string() }).meta({ id: 'Extended' });
    expect(declare(Base, Extended)).toContain('export interface Extended extends Base {\nsecret: string;\n}');
  });

  it('does not extend one whose field differs', () => {
    const Base = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Base' });
    const Other = z
      .object({ id: z.string(), name: z.string().optional(), more: z.int() })
      .meta({ id: 'Other' });
    expect(declare(Base, Other)).toContain('export interface Other {\nid: string;');
  });
});

describe('registerTypes', () => {
  it('refuses one name for two shapes', () => {
    const types: TypeRegistry = new Map();
    const register = (schema: z.ZodType) => registerTypes(schema, { side: 'output', file: 'f' }, types);
    register(z.object({ id: z.string() }).meta({ id: 'Twice' }));
    expect(() => register(z.object({ id: z.int() }).meta({ id: 'Twice' }))).toThrow(/id/);
  });
});
