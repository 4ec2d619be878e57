import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { useSchemaEngine } from './use-schema-engine.ts';

export type DiffSchemaOptions = { databaseUrl: string; schemaDir: string };

/** The SQL that leads from a database to the schema in a folder of .prisma files, or null if it is there. */
export async function diffSchema({ databaseUrl, schemaDir }: DiffSchemaOptions): Promise<string | null> {
  const files = await readSchema(schemaDir);
  const { exitCode, stdout } = await useSchemaEngine({ databaseUrl, schema: files }, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return exitCode === 0 ? null : stdout;
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
