import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config/read-config.ts';
import type { Context } from '../../context.ts';
import { noteFirstKey } from './check-master-keys.ts';
import {
  listKeyFaults,
  readSealed,
  type Sealed,
  SEALED_COLUMNS,
  type SealedColumn,
} from './sealed-columns.ts';

type ResealContext = Pick<Context, 'database' | 'keyring'>;

/** A pass leaves what somebody held, or sealed meanwhile, to the next. */
const PASSES = 20;
const BETWEEN_PASSES_MS = 500;
const BATCH = 100;
const NOTE_EVERY_MS = 5_000;

/** Long enough for each process to note its first key, also after a failed attempt. */
const WATCH_MS = 2.5 * NOTE_EVERY_MS;

/**
 * Seals every value anew that an older key sealed, while the service goes on, and forgets the older keys once nothing
 * of theirs is left. It may be stopped and run again at any time.
 *
 * @throws {ConfigError} before anything is sealed when no server has sealed with the first key; and at the end when a
 * process runs that seals with another, whose key stays known then
 */
export const reseal = async (
  context: ResealContext,
  { watchMs = WATCH_MS }: { watchMs?: number } = {},
): Promise<{ key: string; resealed: number }> => {
  const [key] = context.keyring.kids;
  const { masterKey } = context.database.prisma;
  await requireNoted(context);
  const resealed = await resealUntilNone(context);
  await masterKey.deleteMany({ where: { kid: { not: key } } });
  await sleep(watchMs);
  const again = await masterKey.findMany({ where: { kid: { not: key } } });
  if (again.length > 0) {
    const kids = again.map(({ kid }) => kid).join(', ');
    throw new ConfigError(
      `${resealed} values were sealed anew, but a process runs that has the key ${kids} in front of MASTER_KEYS and goes on sealing with it. Don't take that key away. Restart the process with ${key} in front, then run this again.`,
    );
  }
  // Seals anew what a process sealed that ended meanwhile.
  return { key, resealed: resealed + (await resealUntilNone(context)) };
};

const requireNoted = async ({ database, keyring }: ResealContext): Promise<void> => {
  const [kid] = keyring.kids;
  const noted = await database.prisma.masterKey.findUnique({ where: { kid } });
  if (!noted) {
    throw new ConfigError(
      `MASTER_KEYS: no server has started with the key ${kid} in front of the list, so nothing was sealed anew. Run this with the settings of the servers. A new key comes to their lists first, as docs/backup.md says.`,
    );
  }
  const [fault] = listKeyFaults(keyring, [noted]);
  if (fault) throw new ConfigError(fault);
};

const resealUntilNone = async (context: ResealContext): Promise<number> => {
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const { changed, left } = await resealAll(context);
    resealed += changed;
    // The last pass counted every table, and found nothing to do.
    if (left === 0 && changed === 0) return resealed;
    if (pass === PASSES) {
      throw new ConfigError(
        `${resealed} values were sealed anew, and there are still more. Does a process run that has another key in front of MASTER_KEYS? Restart it, then run this again.`,
      );
    }
    if (left > 0) await sleep(BETWEEN_PASSES_MS);
  }
};

const resealAll = async (context: ResealContext): Promise<{ changed: number; left: number }> => {
  const sum = { changed: 0, left: 0 };
  for (const column of SEALED_COLUMNS) {
    for await (const found of readSealed(context, column)) {
      const old = found.filter(({ kid }) => kid !== context.keyring.kids[0]);
      for (let start = 0; start < old.length; start += BATCH) {
        const batch = old.slice(start, start + BATCH);
        const changed = await resealBatch(context, column, batch);
        sum.changed += changed;
        sum.left += batch.length - changed;
      }
    }
  }
  return sum;
};

/**
 * Seals a batch anew in a single statement. It leaves rows that somebody holds for the next pass, so that no request
 * waits for a batch and no two lock each other out; rows that changed meanwhile stay as they are.
 */
const resealBatch = async (
  { database, keyring }: ResealContext,
  { table, column, key, contextOf }: SealedColumn,
  batch: readonly Sealed[],
): Promise<number> => {
  const anew = batch.map(({ row, value }) => {
    const context = contextOf(row);
    return keyring.seal(open(keyring, { table, column, value, context }), context);
  });
  const names = key.map(({ name }) => name);
  const types = [...key.map(({ type }) => `${type}[]`), 'text[]', 'text[]'];
  const { rowCount } = await database.pool.query(
    `update ${table} t set ${column} = n.anew
     from (
       select ${names.map((name) => `h.${name}`).join(', ')}, given.anew
       from unnest(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')})
         as given (${[...names, 'was', 'anew'].join(', ')})
       join ${table} h using (${names.join(', ')})
       where h.${column} = given.was
       for no key update of h skip locked
     ) n
     where ${names.map((name) => `t.${name} = n.${name}`).join(' and ')}`,
    [...names.map((name) => batch.map(({ row }) => row[name])), batch.map(({ value }) => value), anew],
  );
  return rowCount ?? 0;
};

const open = (
  keyring: Context['keyring'],
  { table, column, value, context }: { table: string; column: string; value: string; context: string },
): string => {
  try {
    return keyring.open(value, context);
  } catch (cause) {
    const kid = value.split('.')[1];
    const reason = keyring.kids.includes(kid ?? '')
      ? `does not open with the key ${kid}: it was changed, moved, or sealed with another key of this id. Set that column of the row to what a backup has, or rotate the secret`
      : `needs the key ${kid}. Add it at the end of MASTER_KEYS`;
    throw new ConfigError(`A value of ${table}.${column} ${reason}, then run this again.`, { cause });
  }
};

/**
 * Notes the first key again while the process runs. `master-key reseal` forgets every other key; a key that comes back
 * is still in front somewhere, and the next start without it stops instead of losing what it sealed.
 */
export const keepKeyNoted = (
  context: Pick<Context, 'clock' | 'database' | 'keyring' | 'log'>,
): { stop: () => void } => {
  const note = () =>
    noteFirstKey(context).catch((error: unknown) => context.log.warn({ err: error }, 'master key not noted'));
  const timer = setInterval(() => void note(), NOTE_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
