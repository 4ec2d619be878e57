import { Prisma } from '#prisma';
import { hasId, type GivenUpFacts } from '../../../platform/jobs/given-up-facts.ts';
import { anchorAddendaHeadJob, anchorChainJob, anchorOrgHeadJob, enqueueTry } from '../enqueue-try.ts';
import type { AnchorKey } from '../find-anchor.ts';
import { GIVE_UP_AFTER_MS } from '../plan-next-try.ts';

type Retried = AnchorKey & { attempt_count: number };

// Those that are tried anew begin another week.
const GAVE_UP_AT = Prisma.sql`a.created_at + make_interval(secs => ${GIVE_UP_AFTER_MS / 1_000}::int)`;

const CHAIN_ID = Prisma.sql`concat_ws(':', ${anchorChainJob.id}::text, a.session_id, a.authority)`;

/** The anchors that an authority did not give within a week. */
export const givenUpAnchors: GivenUpFacts = {
  kind: anchorChainJob.id,
  select: () => Prisma.sql`
    select ${CHAIN_ID} as id,
      jsonb_build_object('organisation_id', a.organisation_id, 'session_id', a.session_id, 'authority', a.authority) as about,
      a.created_at as since, ${GAVE_UP_AT} as gave_up_at, a.attempt_count as tries, coalesce(a.last_error, '') as error
    from anchors a
    where a.status = 'failed'`,
  // A week begins anew. The time of its making is told to nobody.
  retry: async (tx, { id, limit }) => {
    const retried = await tx.db.$queryRaw<Retried[]>`
      update anchors a
      set status = 'pending', attempt_count = 0, created_at = ${tx.now}
      where a.ctid = any (array(
        select a.ctid from anchors a
        where a.status = 'failed' and ${hasId(CHAIN_ID, id)}
        order by a.created_at
        limit ${limit}
        for update skip locked
      ))
      returning a.organisation_id, a.session_id, a.authority, a.attempt_count
    `;
    for (const anchor of retried) enqueueTry(tx, anchor);
    return retried.length;
  },
};

const ADDENDA_ID = Prisma.sql`concat_ws(':', ${anchorAddendaHeadJob.id}::text, a.session_id, a.authority, a.sequence)`;

// What the same authority is asked for of later addenda vouches for these, too.
const IS_LAST = Prisma.sql`
  not exists (
    select from addenda_anchors l
    where l.organisation_id = a.organisation_id and l.session_id = a.session_id
      and l.authority = a.authority and l.sequence > a.sequence
  )`;

/** The anchors of addenda that an authority did not give within a week, and that no later one stands for. */
export const givenUpAddendaAnchors: GivenUpFacts = {
  kind: anchorAddendaHeadJob.id,
  select: () => Prisma.sql`
    select ${ADDENDA_ID} as id,
      jsonb_build_object(
        'organisation_id', a.organisation_id,
        'session_id', a.session_id,
        'authority', a.authority,
        'sequence', a.sequence
      ) as about,
      a.created_at as since, ${GAVE_UP_AT} as gave_up_at, a.attempt_count as tries, coalesce(a.last_error, '') as error
    from addenda_anchors a
    where a.status = 'failed' and ${IS_LAST}`,
  retry: async (tx, { id, limit }) => {
    const retried = await tx.db.$queryRaw<Retried[]>`
      update addenda_anchors a
      set status = 'pending', attempt_count = 0, created_at = ${tx.now}
      where a.ctid = any (array(
        select a.ctid from addenda_anchors a
        where a.status = 'failed' and ${IS_LAST} and ${hasId(ADDENDA_ID, id)}
        order by a.created_at
        limit ${limit}
        for update skip locked
      ))
      returning a.organisation_id, a.session_id, a.authority, a.sequence, a.attempt_count
    `;
    for (const anchor of retried) enqueueTry(tx, anchor);
    return retried.length;
  },
};

const ORG_ID = Prisma.sql`concat_ws(':', ${anchorOrgHeadJob.id}::text, a.organisation_id, a.authority, a.sequence)`;

const IS_LAST_OF_ORG = Prisma.sql`
  not exists (
    select from org_anchors l
    where l.organisation_id = a.organisation_id and l.authority = a.authority and l.sequence > a.sequence
  )`;

type RetriedOfOrg = { organisation_id: string; authority: string; sequence: number; attempt_count: number };

/** The anchors of organisations' own chains that an authority did not give, and that no later one stands for. */
export const givenUpOrgAnchors: GivenUpFacts = {
  kind: anchorOrgHeadJob.id,
  select: () => Prisma.sql`
    select ${ORG_ID} as id,
      jsonb_build_object('organisation_id', a.organisation_id, 'authority', a.authority, 'sequence', a.sequence) as about,
      a.created_at as since, ${GAVE_UP_AT} as gave_up_at, a.attempt_count as tries, coalesce(a.last_error, '') as error
    from org_anchors a
    where a.status = 'failed' and ${IS_LAST_OF_ORG}`,
  retry: async (tx, { id, limit }) => {
    const retried = await tx.db.$queryRaw<RetriedOfOrg[]>`
      update org_anchors a
      set status = 'pending', attempt_count = 0, created_at = ${tx.now}
      where a.ctid = any (array(
        select a.ctid from org_anchors a
        where a.status = 'failed' and ${IS_LAST_OF_ORG} and ${hasId(ORG_ID, id)}
        order by a.created_at
        limit ${limit}
        for update skip locked
      ))
      returning a.organisation_id, a.authority, a.sequence, a.attempt_count
    `;
    for (const anchor of retried) enqueueTry(tx, anchor);
    return retried.length;
  },
};
