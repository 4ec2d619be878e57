import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as binding from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { bindMigrationAdapter } from './bind-migration-adapter.ts';

const require = createRequire(import.meta.url);

// Node's types name WebAssembly without its functions.
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    instantiate(
      bytes: Uint8Array,
      imports: Record<string, Record<string, unknown>>,
    ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
  };
};

type SchemaFile = { path: string; content: string };
export type UseSchemaEngineOptions = { databaseUrl: string; schema?: SchemaFile[] };

// Applying migrations needs no models, but the engine wants to hear which database it is for.
const PROVIDER_ONLY = [{ path: 'schema.prisma', content: 'datasource db {\n  provider = "postgresql"\n}\n' }];

/**
 * Prisma's schema engine as WebAssembly: the native one would have to be downloaded by an install script, and
 * both write the same `_prisma_migrations`. All it does is one transaction, so that neither a failure nor a
 * kill in the middle leaves half a migration, or a record of one that would stop the next start.
 */
export async function useSchemaEngine<Result>(
  { databaseUrl, schema = PROVIDER_ONLY }: UseSchemaEngineOptions,
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await loadBinding();
  const client = new pg.Client({ connectionString: databaseUrl });
  // A lost connection fails the query that waits for it; this second report would end the process.
  client.on('error', () => undefined);
  await client.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    const datamodels = schema.map((file): [string, string] => [file.path, file.content]);
    const adapter = bindMigrationAdapter(client, (cause) => (failure = cause));
    const result = await use(await binding.SchemaEngine.new({ datamodels }, () => undefined, adapter));
    await client.query('commit');
    return result;
  } catch (error) {
    throw describeFailure(error, failure);
  } finally {
    // Without the commit this rolls back.
    await client.end();
  }
}

function describeFailure(error: unknown, failure: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`Prisma's schema engine failed: ${message}`, { cause: failure ?? error });
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
