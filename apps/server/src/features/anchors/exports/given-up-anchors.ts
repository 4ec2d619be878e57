import { Prisma } from '#prisma';
import { type GivenUpFacts, hasId } from '../../../platform/jobs/given-up-facts.ts';
import {
  anchorAddendaHeadJob,
  anchorChainJob,
  anchorOrgHeadJob,
  anchorWhiteboardJob,
  enqueueTry,
  GIVE_UP_AFTER_MS,
} from '../enqueue-try.ts';
import type { AnchorKey } from '../find-anchor.ts';

type Column = 'organisation_id' | 'session_id' | 'evidence_id' | 'variant' | 'authority' | 'sequence';

type AnchorTable = {
  kind: string;
  name: string;
  key: readonly Column[];
  id: readonly Column[];
};

// An anchor that is tried anew begins another week.
const GAVE_UP_AT = Prisma.sql`a.created_at + make_interval(secs => ${GIVE_UP_AFTER_MS / 1_000}::int)`;

/** A later anchor vouches for the earlier ones, which are left out. */
const listGivenUp = ({ kind, name, key, id: ofId }: AnchorTable): GivenUpFacts => {
  const table = Prisma.raw(name);
  const columns = Prisma.join(key.map(column));
  const about = Prisma.join(key.map((each) => Prisma.sql`${Prisma.raw(`'${each}'`)}, ${column(each)}`));
  const id = Prisma.sql`concat_ws(':', ${kind}::text, ${Prisma.join(ofId.map(column))})`;
  const isGivenUp = Prisma.sql`a.status = 'failed' and ${isLast(table, key)}`;
  return {
    kind,
    select: () => Prisma.sql`
      select ${id} as id, jsonb_build_object(${about}) as about, a.created_at as since, ${GAVE_UP_AT} as gave_up_at,
        a.attempt_count as tries, coalesce(a.last_error, '') as error
      from ${table} a
      where ${isGivenUp}`,
    // A week begins anew. No answer shows created_at, so it can be changed.
    retry: async (tx, { id: wanted, limit }) => {
      const retried = await tx.db.$queryRaw<(AnchorKey & { attempt_count: number })[]>`
        update ${table} a
        set status = 'pending', attempt_count = 0, created_at = ${tx.now}
        where a.ctid = any (array(
          select a.ctid from ${table} a
          where ${isGivenUp} and ${hasId(id, wanted)}
          order by a.created_at
          limit ${limit}
          for update skip locked
        ))
        returning ${columns}, a.attempt_count
      `;
      for (const anchor of retried) enqueueTry(tx, anchor);
      return retried.length;
    },
  };
};

const column = (name: Column): Prisma.Sql => Prisma.raw(`a.${name}`);

// A token of the same authority over a later head vouches for the earlier ones, too.
const isLast = (table: Prisma.Sql, key: readonly Column[]): Prisma.Sql => {
  if (!key.includes('sequence')) return Prisma.sql`true`;
  const same = key.map((name) => Prisma.raw(`l.${name} ${name === 'sequence' ? '>' : '='} a.${name}`));
  return Prisma.sql`not exists (select from ${table} l where ${Prisma.join(same, ' and ')})`;
};

export const givenUpAnchors = listGivenUp({
  kind: anchorChainJob.id,
  name: 'anchors',
  key: ['organisation_id', 'session_id', 'authority'],
  id: ['session_id', 'authority'],
});

export const givenUpAddendaAnchors = listGivenUp({
  kind: anchorAddendaHeadJob.id,
  name: 'addenda_anchors',
  key: ['organisation_id', 'session_id', 'authority', 'sequence'],
  id: ['session_id', 'authority', 'sequence'],
});

export const givenUpOrgAnchors = listGivenUp({
  kind: anchorOrgHeadJob.id,
  name: 'org_anchors',
  key: ['organisation_id', 'authority', 'sequence'],
  id: ['organisation_id', 'authority', 'sequence'],
});

export const givenUpWhiteboardAnchors = listGivenUp({
  kind: anchorWhiteboardJob.id,
  name: 'whiteboard_anchors',
  key: ['organisation_id', 'evidence_id', 'variant', 'authority'],
  id: ['evidence_id', 'variant', 'authority'],
});
