import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

// Resolved from the adapter, because the two only fit together in the same version.
const require = createRequire(import.meta.url);
const drivers = createRequire(require.resolve('@prisma/adapter-pg'))('@prisma/driver-adapter-utils') as {
  bindMigrationAwareSqlAdapterFactory(factory: PrismaPg): object;
  ColumnTypeEnum: { Character: 5; CharacterArray: 70 };
};

const OID_CHAR = 18;
const OID_CHAR_ARRAY = 1002;

/**
 * Gives Prisma's schema engine one connection, inside the transaction that the caller began on it. The engine
 * reports some failures by a number, so the caller hears the real one by onFailure.
 */
export function bindMigrationAdapter(client: pg.Client, onFailure: (cause: unknown) => void): object {
  const factory = new PrismaPg(poolOnly(client));
  const connect = factory.connect.bind(factory);
  factory.connect = async () => readCharColumns(sendScriptsWhole(await connect(), onFailure));
  return drivers.bindMigrationAwareSqlAdapterFactory(factory);
}

// The adapter takes nothing but a pool; this one never opens a connection of its own. The engine finds out
// whether its table is there by asking for it, so each query gets a savepoint to fail back to.
function poolOnly(client: pg.Client): pg.Pool {
  const query = async (config: pg.QueryConfig) => {
    await client.query('savepoint engine');
    try {
      const result = await client.query(config);
      await client.query('release savepoint engine');
      return markCharColumns(result);
    } catch (error) {
      // Fails only where the connection is gone, and then the first error says why.
      await client.query('rollback to savepoint engine').catch(() => undefined);
      throw error;
    }
  };
  return Object.assign(new pg.Pool(), { query });
}

// The adapter splits a script at every semicolon, which would cut functions of triggers into pieces.
function sendScriptsWhole(adapter: Adapter, onFailure: (cause: unknown) => void): Adapter {
  adapter.executeScript = async (script) => {
    try {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  return adapter;
}

// The adapter refuses columns of type "char" (prisma/orm#27403), and the engine reads such ones in pg_catalog
// to describe a database. So they pass the adapter as arrays, of which the catalogue queries have none, and
// come out as what they are.
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
