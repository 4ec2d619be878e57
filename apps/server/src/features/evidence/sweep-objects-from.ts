import type { Context } from '../../context.ts';
import type { ListedObject } from '../../platform/object-store/object-store.ts';
import { PROBES } from '../../platform/probes/probe-objects.ts';

/** Bytes are stored before the row that names them; a row that is missing after a day never comes. */
export const ORPHANED_AFTER_MS = 86_400_000;

/** The bounds of a step in objects and in time: a worker that stops waits fifteen seconds for its jobs. */
const OBJECTS_A_STEP = 5_000;
const STEP_MS = 10_000;

/** The number of objects looked up at once. */
const BATCH = 100;

export type Swept = { seen: number; deleted: number };

/**
 * Deletes the objects that no row names, among the next ones behind a key: leftovers of a process that died, or of a
 * refused photo. Gives the last key that it looked at, undefined at the end.
 */
export const sweepObjectsFrom = async (
  context: Pick<Context, 'clock' | 'database' | 'objects'>,
  after: string,
  limit = OBJECTS_A_STEP,
): Promise<Swept & { next: string | undefined }> => {
  const endMs = context.clock.now().getTime() + STEP_MS;
  const swept = { seen: 0, deleted: 0 };
  let batch: ListedObject[] = [];
  const endBatch = async () => {
    swept.seen += batch.length;
    swept.deleted += await deleteLeft(context, batch);
    batch = [];
  };
  for await (const object of context.objects.list('', { after })) {
    batch.push(object);
    if (batch.length < Math.min(BATCH, limit - swept.seen)) continue;
    await endBatch();
    if (swept.seen === limit || context.clock.now().getTime() >= endMs) return { ...swept, next: object.key };
  }
  await endBatch();
  return { ...swept, next: undefined };
};

/** Deletes orphans, and the objects of probes whose process died; gives their number. */
const deleteLeft = async (
  context: Pick<Context, 'clock' | 'database' | 'objects'>,
  listed: ListedObject[],
): Promise<number> => {
  const before = new Date(context.clock.now().getTime() - ORPHANED_AFTER_MS);
  const old = listed.filter(({ modified_at }) => modified_at < before).map(({ key }) => key);
  const probes = old.filter((key) => key.startsWith(PROBES));
  const left = [...probes, ...(await findOrphans(context, old.flatMap(readContentKey)))];
  let deleted = 0;
  for (const key of left) {
    // Asked anew: a repeated upload puts the same bytes under the same key, before the row that names them.
    const found = await context.objects.stat(key);
    if (!found || found.modified_at >= before) continue;
    await context.objects.delete(key);
    deleted += 1;
  }
  return deleted;
};

type ContentName = { key: string; organisation_id: string; owner_id: string; sha256: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CONTENT_KEY = new RegExp(`^(${UUID})/(${UUID})/([0-9a-f]{64})$`);

const readContentKey = (key: string): ContentName[] => {
  const [, organisation_id, owner_id, sha256] = CONTENT_KEY.exec(key) ?? [];
  return organisation_id && owner_id && sha256 ? [{ key, organisation_id, owner_id, sha256 }] : [];
};

// Raw: all names are looked up at once, by the tables' keys. Objects of a row that is still being made stay.
const findOrphans = async (
  { database }: Pick<Context, 'database'>,
  names: ContentName[],
): Promise<string[]> => {
  if (names.length === 0) return [];
  const orphans = await database.prisma.$queryRaw<{ key: string }[]>`
    select n.key
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
      as n (key text, organisation_id uuid, owner_id uuid, sha256 text)
    where not exists (
        select from evidence e
        where e.organisation_id = n.organisation_id and e.id = n.owner_id and e.erased_at is null
          and (e.sha256 = n.sha256 or e.status in ('uploading', 'pending'))
      )
      and not exists (
        select from evidence_derivatives d
        where d.organisation_id = n.organisation_id and d.evidence_id = n.owner_id and d.sha256 = n.sha256
      )
      and not exists (
        select from reports r
        where r.organisation_id = n.organisation_id and r.id = n.owner_id and r.erased_at is null
          and (r.sha256 = n.sha256 or r.status in ('queued', 'rendering'))
      )
  `;
  return orphans.map(({ key }) => key);
};
