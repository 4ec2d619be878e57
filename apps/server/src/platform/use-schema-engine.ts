import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import * as binding from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const require = createRequire(import.meta.url);

// Resolved from the adapter, because the two only fit together in the same version.
const drivers = createRequire(require.resolve('@prisma/adapter-pg'))('@prisma/driver-adapter-utils') as {
  bindMigrationAwareSqlAdapterFactory(factory: PrismaPg): object;
  ColumnTypeEnum: { Character: 5; CharacterArray: 70 };
};

// Node's types name WebAssembly without its functions.
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    instantiate(
      bytes: Uint8Array,
      imports: Record<string, Record<string, unknown>>,
    ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
  };
};

const OID_CHAR = 18;
const OID_CHAR_ARRAY = 1002;

type SchemaFile = { path: string; content: string };
type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
export type UseSchemaEngineOptions = { databaseUrl: string; schema?: SchemaFile[] };

// Applying migrations needs no models, but the engine wants to hear which database it is for.
const PROVIDER_ONLY = [{ path: 'schema.prisma', content: 'datasource db {\n  provider = "postgresql"\n}\n' }];

/**
 * Prisma's schema engine as WebAssembly: the native one would have to be downloaded by an install script,
 * and both write the same `_prisma_migrations`.
 */
export async function useSchemaEngine<Result>(
  { databaseUrl, schema = PROVIDER_ONLY }: UseSchemaEngineOptions,
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await loadBinding();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const datamodels = schema.map((file): [string, string] => [file.path, file.content]);
    return await use(await binding.SchemaEngine.new({ datamodels }, () => undefined, bindAdapter(pool)));
  } finally {
    await pool.end();
  }
}

let loading: Promise<void> | undefined;

// A second instance would replace the first one's memory under an engine that still runs.
function loadBinding(): Promise<void> {
  loading ??= instantiateBinding();
  return loading;
}

async function instantiateBinding(): Promise<void> {
  const script = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(path.join(path.dirname(script), 'schema_engine_bg.wasm'));
  const { instance } = await wasm.instantiate(bytes, { './schema_engine_bg.js': listImports() });
  // Without it a panic of the engine comes out as a TypeError about this very name.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
  (binding as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

// The engine never clears the timeout of its advisory lock, which would keep a command from ending for 10 s.
function listImports(): Record<string, unknown> {
  const imports: Record<string, unknown> = { ...binding };
  for (const name of Object.keys(imports).filter((key) => key.startsWith('__wbg_setTimeout_'))) {
    imports[name] = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref();
  }
  return imports;
}

function reportPanic(message: string): void {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

function bindAdapter(pool: pg.Pool): object {
  markCharColumns(pool);
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => readCharColumns(sendScriptsWhole(await connect()));
  return drivers.bindMigrationAwareSqlAdapterFactory(factory);
}

// The adapter splits a script at every semicolon, which cuts the bodies of trigger functions into pieces, and
// spreads the statements over a pool. In one message PostgreSQL parses it, all in one transaction.
function sendScriptsWhole(adapter: Adapter): Adapter {
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
  };
  return adapter;
}

// The adapter refuses columns of type "char" (prisma/orm#27403), and the engine reads such ones in pg_catalog
// to describe a database. So they pass the adapter as arrays, of which the catalogue queries have none, and
// come out as what they are.
function markCharColumns(pool: pg.Pool): void {
  const query = pool.query.bind(pool);
  const markedQuery = async (config: pg.QueryConfig) => {
    const result = await query(config);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === OID_CHAR) field.dataTypeID = OID_CHAR_ARRAY;
    }
    return result;
  };
  Object.assign(pool, { query: markedQuery });
}

function readCharColumns(adapter: Adapter): Adapter {
  const { Character, CharacterArray } = drivers.ColumnTypeEnum;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type));
    return { ...result, columnTypes };
  };
  return adapter;
}
