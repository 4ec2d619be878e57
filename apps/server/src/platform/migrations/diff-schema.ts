import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as binding from '@prisma/schema-engine-wasm/schema_engine_bg';
import { bindMigrationAdapter } from './bind-migration-adapter.ts';

export type DiffSchemaOptions = { databaseUrl: string; schemaDir: string };

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

/** Null where the database has the schema. WebAssembly, since the native engine would have to be downloaded. */
export async function diffSchema({ databaseUrl, schemaDir }: DiffSchemaOptions): Promise<string | null> {
  const files = await readSchema(schemaDir);
  await loadBinding();
  const { adapter, close } = bindMigrationAdapter(databaseUrl);
  try {
    const datamodels = files.map((file): [string, string] => [file.path, file.content]);
    const engine = await binding.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? null : stdout;
  } finally {
    await close();
  }
}

async function readSchema(schemaDir: string) {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma'));
  return Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(schemaDir, name);
      return { path: file, content: await readFile(file, 'utf8') };
    }),
  );
}

let loading: Promise<void> | undefined;

// A second instance would replace the first one's memory under a running engine.
function loadBinding(): Promise<void> {
  loading ??= instantiateBinding();
  return loading;
}

async function instantiateBinding(): Promise<void> {
  const script = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(path.join(path.dirname(script), 'schema_engine_bg.wasm'));
  const { instance } = await wasm.instantiate(bytes, { './schema_engine_bg.js': { ...binding } });
  // The engine calls this when it panics; without it, the panic is reported as a TypeError.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
  (binding as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

function reportPanic(message: string): void {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}
