import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { CrontabPayload, defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import type { ListedObject } from '../../platform/object-store/object-store.ts';
import { PROBES } from '../../platform/probes/probe-objects.ts';

/** Each step is a job: a worker that dies costs one step, and the next goes on from there. */
export const sweepObjects = defineJob({
  id: 'sweep-objects',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'sweep-objects', [sweepTemporaries, beginSweep]),
});

export const sweepObjectsStep = defineJob({
  id: 'sweep-objects-step',
  payload: z.object({ after: z.string(), seen: z.number(), deleted: z.number() }),
  run: async (context: Context, { after, ...before }) => {
    const { next, ...step } = await sweepObjectsFrom(context, after);
    const swept = { seen: before.seen + step.seen, deleted: before.deleted + step.deleted };
    if (next === undefined) context.log.info(swept, 'objects swept');
    else await context.transact(async (tx) => enqueueStep(tx, { after: next, ...swept }));
  },
});

const sweepTemporaries = ({ objects }: Pick<Context, 'objects'>): Promise<number> =>
  objects.sweepTemporaries(ORPHANED_AFTER_MS);

const beginSweep = ({ transact }: Pick<Context, 'transact'>): Promise<void> =>
  transact(async (tx) => {
    const goingOn = await tx.db.$queryRaw<unknown[]>`
      select from graphile_worker._private_jobs
      where key = ${`${sweepObjectsStep.id}:${NEXT}`} and attempts < max_attempts
    `;
    if (goingOn.length === 0) enqueueStep(tx, { after: '', seen: 0, deleted: 0 });
  });

/**
 * The key of every step, so that there is one at a time. A step that enqueues the next loses the key to it and is not
 * tried again, so a step that dies between its commit and its end does not begin a second row of steps.
 */
const NEXT = 'next';

const enqueueStep = (tx: Tx, payload: { after: string } & Swept): void =>
  enqueueJob(tx, sweepObjectsStep, { payload, key: NEXT });

/** Bytes are stored before the row that names them; a row that is missing after a day never comes. */
export const ORPHANED_AFTER_MS = 86_400_000;

/** A step is short: a worker that stops waits fifteen seconds for its jobs. */
const OBJECTS_A_STEP = 5_000;
const STEP_MS = 10_000;

const BATCH = 100;

type Swept = { seen: number; deleted: number };

/** Leftovers of a process that died, or of a refused photo. Gives the last key, undefined at the end. */
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
    // Looked up again: a repeated upload stores the same bytes under the same key before its row is written.
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

// Raw: all names are looked up at once, by the tables' keys. Objects of a row that is being made stay.
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
