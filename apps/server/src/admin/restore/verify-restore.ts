import type { Context } from '../../context.ts';
import type { Finding } from '../../doctor/probes/finding.ts';
import { listKeyFaults, readSealed, SEALED_COLUMNS } from '../master-keys/sealed-columns.ts';
import { checkChains } from './check-chains.ts';
import { checkObjects, type VerifyRestore } from './check-objects.ts';
import { checkSequences } from './check-sequences.ts';
import { createTally, type Tally } from './tally.ts';

/** It changes nothing. */
export const verifyRestore = async (
  context: Pick<Context, 'clock' | 'database' | 'keyring' | 'objects' | 'timestampAuthorities'>,
  asked: VerifyRestore,
): Promise<Finding[]> => [
  ...(await checkPart('secrets', (tally) => checkSecrets(context, tally))),
  ...(await checkPart('triggers', (tally) => checkTriggers(context, tally))),
  ...(await checkPart('chains', (tally) => checkChains(context, tally))),
  ...(await checkPart('objects', (tally) => checkObjects(context, asked, tally))),
  ...(await checkPart('sequences', (tally) => checkSequences(context, tally))),
];

// A check takes hours of a large service. A failure in one part ends that part, and the faults found before it are
// told.
const checkPart = async (part: string, check: (tally: Tally) => Promise<string>): Promise<Finding[]> => {
  const tally = createTally(part);
  try {
    return tally.findings(await check(tally));
  } catch (error) {
    tally.end(
      `This part could not be read to its end: ${(error as Error).message}. What comes after is not known. Run this again.`,
    );
    return tally.findings('');
  }
};

/** Tables whose rows never change. A restore of the data alone may leave their triggers switched off. */
const GUARDED = [
  'audit_entries',
  'addenda_entries',
  'org_entries',
  'audit_chains',
  'addenda_chains',
  'org_chains',
  'audit_disclosures',
  'addenda_disclosures',
  'org_disclosures',
  'evidence',
  'frozen_heads',
  'anchors',
  'addenda_anchors',
  'org_anchors',
  'whiteboard_anchors',
];

const checkTriggers = async ({ database }: Pick<Context, 'database'>, tally: Tally): Promise<string> => {
  const { rows } = await database.pool.query<{ name: string; enabled: number; disabled: number }>(
    `select name, count(*) filter (where tgenabled in ('O', 'A'))::int as enabled,
       count(*) filter (where tgenabled not in ('O', 'A'))::int as disabled
     from unnest($1::text[]) as name
     left join pg_trigger on tgrelid = to_regclass('public.' || name) and not tgisinternal
     group by name order by name`,
    [GUARDED],
  );
  for (const { name, enabled, disabled } of rows) {
    if (enabled > 0 && disabled === 0) continue;
    const fault = disabled > 0 ? 'are switched off' : 'are missing';
    const remedy =
      disabled > 0
        ? `As the owner: alter table ${name} enable trigger user.`
        : 'Restore the whole dump, with its schema.';
    tally.wrong(`The triggers of ${name}, which keep it as it was written, ${fault}. ${remedy}`);
  }
  return 'The triggers that keep the chains are switched on.';
};

const REMEDY = {
  missing: 'Add the key to the end of MASTER_KEYS; without it they are lost.',
  other:
    'MASTER_KEYS has another key of this id, or the values were changed: give the key of the time of the backup. What still does not open, rotate or reissue.',
};

const checkSecrets = async (
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
