import type { Context } from '../../context.ts';
import { PROBES } from '../../platform/probes/probe-objects.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';

/** Bytes are stored before the row that names them is recorded; a day later it never will be. */
export const ORPHANED_AFTER_MS = 86_400_000;

const BATCH = 500;

/** Deletes the objects that no row names: what a process that died, or a refused photo, left behind. */
export const sweepObjects = defineJob({
  id: 'sweep-objects',
  payload: CrontabPayload,
  run: async (context: Context) => {
    await context.objects.sweepTemporaries(ORPHANED_AFTER_MS);
    const before = new Date(context.clock.now().getTime() - ORPHANED_AFTER_MS);
    let batch: ContentName[] = [];
    for await (const { key, modified_at } of context.objects.list('')) {
      // What a process that died in the middle of a probe left.
      if (key.startsWith(PROBES) && modified_at < before) await context.objects.delete(key);
      const name = readContentKey(key);
      if (name && modified_at < before) batch.push(name);
      if (batch.length === BATCH) {
        await deleteOrphans(context, batch);
        batch = [];
      }
    }
    await deleteOrphans(context, batch);
  },
});

type ContentName = { key: string; organisation_id: string; owner_id: string; sha256: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CONTENT_KEY = new RegExp(`^(${UUID})/(${UUID})/([0-9a-f]{64})$`);

const readContentKey = (key: string): ContentName | undefined => {
  const [, organisation_id, owner_id, sha256] = CONTENT_KEY.exec(key) ?? [];
  return organisation_id && owner_id && sha256 ? { key, organisation_id, owner_id, sha256 } : undefined;
};

// Raw: five hundred names are looked up at once, by the keys of the tables.
const deleteOrphans = async (
  { database, objects }: Pick<Context, 'database' | 'objects'>,
  names: ContentName[],
): Promise<void> => {
  if (names.length === 0) return;
  const orphans = await database.prisma.$queryRaw<{ key: string }[]>`
    select n.key
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
      as n (key text, organisation_id uuid, owner_id uuid, sha256 text)
    where not exists (
        select from evidence e
        where e.organisation_id = n.organisation_id and e.id = n.owner_id and e.sha256 = n.sha256
      )
      and not exists (
        select from evidence_derivatives d
        where d.organisation_id = n.organisation_id and d.evidence_id = n.owner_id and d.sha256 = n.sha256
      )
      and not exists (
        select from reports r
        where r.organisation_id = n.organisation_id and r.id = n.owner_id and r.sha256 = n.sha256
      )
  `;
  for (const { key } of orphans) await objects.delete(key);
};
