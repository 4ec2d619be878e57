import { cp, mkdtemp, appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { diffSchema } from './diff-schema.ts';

const SCHEMA_DIR = path.resolve(import.meta.dirname, '../../../../../prisma/schema');

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let changedDir: string;

beforeAll(async () => {
  database = await cloneDatabase();
  changedDir = await mkdtemp(path.join(tmpdir(), 'schema-'));
});

afterAll(async () => {
  await database.drop();
  await rm(changedDir, { recursive: true, force: true });
});

it('finds nothing between the migrations and the schema: whoever changed one changed the other', async () => {
  expect(await diffSchema({ databaseUrl: database.databaseUrl, schemaDir: SCHEMA_DIR })).toBeNull();
});

it('finds a model that no migration makes', async () => {
  await cp(SCHEMA_DIR, changedDir, { recursive: true });
  await appendFile(path.join(changedDir, 'base.prisma'), '\nmodel forgotten {\n  id Int @id\n}\n');
  const script = await diffSchema({ databaseUrl: database.databaseUrl, schemaDir: changedDir });
  expect(script).toContain('CREATE TABLE "forgotten"');
});
