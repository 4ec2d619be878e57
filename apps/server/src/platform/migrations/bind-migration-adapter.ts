import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { MEANING, toOptions } from '../database/pools/pool-settings.ts';
import { withOptions } from '../database/pools/with-options.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

// Resolved from the adapter, because the two only fit together in the same version.
const require = createRequire(import.meta.url);
const drivers = createRequire(require.resolve('@prisma/adapter-pg'))('@prisma/driver-adapter-utils') as {
  bindMigrationAwareSqlAdapterFactory(factory: PrismaPg): object;
  ColumnTypeEnum: { Character: 5; CharacterArray: 70 };
};

const OID_CHAR = 18;
const OID_CHAR_ARRAY = 1002;

export function bindMigrationAdapter(databaseUrl: string): { adapter: object; close: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: withOptions(databaseUrl, toOptions(MEANING)) });
  const query = async (config: pg.QueryConfig) => markCharColumns(await pool.query(config));
  const factory = new PrismaPg(Object.assign(Object.create(pool) as pg.Pool, { query }));
  const connect = factory.connect.bind(factory);
  factory.connect = async () => readCharColumns(await connect());
  return { adapter: drivers.bindMigrationAwareSqlAdapterFactory(factory), close: () => pool.end() };
}

// The adapter refuses columns of type "char" (prisma/orm#27403), and the engine reads such columns in pg_catalog. So
// they enter the adapter marked as arrays of "char", which the catalogue queries never return, and leave it as "char"
// again.
function markCharColumns(result: pg.QueryResult): pg.QueryResult {
  for (const field of result.fields ?? []) {
    if (field.dataTypeID === OID_CHAR) field.dataTypeID = OID_CHAR_ARRAY;
  }
  return result;
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
