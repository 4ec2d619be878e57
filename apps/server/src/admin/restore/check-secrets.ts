import type { Context } from '../../context.ts';
import { listKeyFaults } from '../master-keys/list-key-faults.ts';
import { readSealed } from '../master-keys/read-sealed.ts';
import { SEALED_COLUMNS } from '../master-keys/sealed-columns.ts';
import type { Tally } from './tally.ts';

const REMEDY = {
  missing: 'Add the key to the end of MASTER_KEYS; without it they are lost.',
  other:
    'MASTER_KEYS has another key of this id, or the values were changed: give the key of the time of the backup. What still does not open, rotate or reissue.',
};

/** Whether the present MASTER_KEYS open everything that is sealed. */
export const checkSecrets = async (
  { database, keyring }: Pick<Context, 'database' | 'keyring'>,
  tally: Tally,
): Promise<string> => {
  const known = await database.prisma.masterKey.findMany({ orderBy: { kid: 'asc' } });
  listKeyFaults(keyring, known).forEach(tally.wrong);
  let opened = 0;
  for (const column of SEALED_COLUMNS) {
    const closed = new Map<string, number>();
    for await (const page of readSealed({ database }, column)) {
      for (const { row, value, kid } of page) {
        if (canOpen(keyring, value, column.contextOf(row))) opened += 1;
        else closed.set(kid, (closed.get(kid) ?? 0) + 1);
      }
    }
    for (const [kid, count] of closed) {
      const remedy = keyring.kids.includes(kid) ? REMEDY.other : REMEDY.missing;
      const values = count === 1 ? '1 value' : `${count} values`;
      tally.wrong(
        `${values} of ${column.table}.${column.column}, sealed with the key ${kid}, can't be opened. ${remedy}`,
      );
    }
  }
  return `MASTER_KEYS open all ${opened} sealed values.`;
};

const canOpen = (keyring: Context['keyring'], value: string, context: string): boolean => {
  try {
    keyring.open(value, context);
    return true;
  } catch {
    return false;
  }
};
