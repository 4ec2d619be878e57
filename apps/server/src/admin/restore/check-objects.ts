import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import { MissingObjectError } from '../../platform/object-store/object-store.ts';
import { readPages, type Page } from '../../platform/database/read-pages.ts';
import type { Tally } from './tally.ts';

export type VerifyRestore = { readsObjects: boolean };

/** Objects that are asked for at a time: one by one a bucket would take hours. */
const AT_ONCE = 16;
const BEFORE_RETRY_MS = 500;

const ORGANISATION = { name: 'organisation_id', type: 'uuid' } as const;

const UNREADABLE =
  'Look whether the place of the objects answers, then run this again: what it holds is not known.';

const NAMING: readonly (Page & { owner: string })[] = [
  {
    table: 'evidence',
    owner: 'id',
    key: [ORGANISATION, { name: 'id', type: 'uuid' }],
    columns: ['sha256', 'byte_size'],
    condition: 'erased_at is null',
  },
  {
    table: 'evidence_derivatives',
    owner: 'evidence_id',
    key: [ORGANISATION, { name: 'evidence_id', type: 'uuid' }, { name: 'variant', type: 'text' }],
    columns: ['sha256', 'byte_size'],
  },
  {
    table: 'reports',
    owner: 'id',
    key: [ORGANISATION, { name: 'id', type: 'uuid' }],
    columns: ['sha256', 'byte_size'],
    condition: 'erased_at is null',
  },
];

type Named = { table: string; key: string; sha256: string; byteSize: number };

const REMEDY =
  'Copy it from the backup of the objects again, which must be younger than that of the database.';

export const checkObjects = async (
  { database, objects }: Pick<Context, 'database' | 'objects'>,
  { readsObjects }: VerifyRestore,
  tally: Tally,
): Promise<string> => {
  let count = 0;
  for (const { owner, ...page } of NAMING) {
    for await (const rows of readPages({ database }, page)) {
      const named = rows.flatMap((row) => nameRow(row, { table: page.table, owner }));
      count += named.length;
      for (let start = 0; start < named.length; start += AT_ONCE) {
        const some = named.slice(start, start + AT_ONCE);
        const faults = await Promise.all(some.map((each) => findFaultTwice({ objects }, each, readsObjects)));
        some.forEach(({ table, key }, index) => {
          if (faults[index]) tally.wrong(`The object ${key} of a row of ${table} ${faults[index]}`);
        });
      }
    }
  }
  const how = readsObjects ? 'its size and its hash' : 'its size. With --hash their bytes are read, too';
  return `Each of the ${count} objects that rows name is there and has ${how}.`;
};

const nameRow = (
  row: Record<string, unknown>,
  { table, owner }: { table: string; owner: string },
): Named[] => {
  const { organisation_id, sha256, byte_size, [owner]: ownerId } = row;
  // The row has no bytes yet, or none any more.
  if (typeof sha256 !== 'string' || byte_size === null) return [];
  const key = nameContent({ organisationId: String(organisation_id), ownerId: String(ownerId) }, sha256);
  return [{ table, key, sha256, byteSize: Number(byte_size) }];
};

/** Asks twice: a passing error goes, and one that stays is of this object alone. */
const findFaultTwice = async (
  context: Pick<Context, 'objects'>,
  named: Named,
  readsObjects: boolean,
): Promise<string | undefined> => {
  const attempt = async () => {
    const fault = await findFault(context, named, readsObjects);
    return fault && `${fault} ${REMEDY}`;
  };
  try {
    return await attempt();
  } catch {
    await sleep(BEFORE_RETRY_MS);
    return attempt().catch(
      (error: unknown) => `could not be read (${(error as Error).message}). ${UNREADABLE}`,
    );
  }
};

const findFault = async (
  { objects }: Pick<Context, 'objects'>,
  { key, sha256, byteSize }: Named,
  readsObjects: boolean,
): Promise<string | undefined> => {
  const found = await objects.stat(key);
  if (!found) return 'is missing.';
  if (found.byte_size !== byteSize) return `has ${found.byte_size} bytes instead of ${byteSize}.`;
  if (!readsObjects) return undefined;
  const hash = await hashObject({ objects }, key);
  if (hash === undefined) return 'is missing.';
  return hash === sha256 ? undefined : 'has other bytes than its hash says.';
};

const hashObject = async (
  { objects }: Pick<Context, 'objects'>,
  key: string,
): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await objects.get(key)) hash.update(chunk as Uint8Array);
  } catch (error) {
    if (error instanceof MissingObjectError) return undefined;
    throw error;
  }
  return hash.digest('hex');
};
