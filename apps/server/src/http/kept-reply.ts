import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { readIdempotencyKey, usedKey } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { shareLock } from '../platform/database/right-lock.ts';
import type { Right } from '../platform/database/effects.ts';
import type { Tx } from '../platform/database/transact.ts';
import { subjectOf } from './request-state.ts';
import { deleteInBatches } from '../platform/database/delete-in-batches.ts';

export type Reply<Status extends number, Body> = { status: Status; body: Body };

/** A request whose query may have been parsed into numbers. */
export type WriteRequest = Pick<Request, 'method' | 'path' | 'headersDistinct' | 'res'>;

export type Claim = {
  organisationId: string;
  keyHash: Buffer<ArrayBuffer>;
  fingerprint: Buffer<ArrayBuffer>;
};

/** The Idempotency-Key of a request; undefined without one. */
export const readKey = ({ headersDistinct }: Pick<WriteRequest, 'headersDistinct'>): string | undefined =>
  readIdempotencyKey(headersDistinct['idempotency-key'] ?? []);

/** Describes a claim. The same key under another credential, method or path is another key. */
export const describeClaim = ({
  key,
  req,
  body,
  part,
}: {
  key: string;
  req: WriteRequest;
  body: unknown;
  part?: string | undefined;
}): Claim => {
  const { organisationId, subjectId } = subjectOf(req);
  return {
    organisationId,
    keyHash: sha256(
      [subjectId, req.method, endpointOf(req), key, ...(part === undefined ? [] : [part])].join('\n'),
    ),
    // The contract orders the validated body's keys, so the same fields give the same text.
    fingerprint: sha256(JSON.stringify(body ?? {})),
  };
};

// Routes take a path in any case and with a trailing slash: each spelling is the same endpoint.
const endpointOf = (req: WriteRequest): string => req.path.toLowerCase().replace(/\/$/, '');

const sha256 = (text: string): Buffer<ArrayBuffer> => Buffer.from(createHash('sha256').update(text).digest());

type KeptRow = { fingerprint: Uint8Array; body_sealed: string };

/**
 * Claims a key for this transaction, or gives the reply that is kept under it.
 *
 * The reply is looked for before the lock, in the same statement: any number of repeated calls get it at once, and
 * none of them holds the lock. The lock is tried, not waited for: fifty duplicates would hold fifty connections. The
 * first call may commit between the look and the lock. Then this call runs in vain: storeReply finds the race lost, and
 * a refused call looks once more (awaitReply).
 *
 * The same statement has the transaction rest on the caller's right, as `restOn` does, and judges the right: without
 * it the caller gets no kept reply. A write that `endsRight` is judged, too, and takes its locks itself.
 *
 * @throws {Refusal} idempotency_in_flight, idempotency_key_reused, and what the right refuses with
 */
export const claimKey = async <Status extends number, Body>(
  context: Pick<Context, 'keyring'>,
  tx: Pick<Tx, 'db' | 'now' | 'effects'>,
  { claim, right, endsRight = false }: { claim: Claim; right: Right | null; endsRight?: boolean },
): Promise<Reply<Status, Body> | undefined> => {
  const { organisationId, keyHash } = claim;
  const rested = endsRight ? null : right;
  const [found] = await tx.db.$queryRaw<(Partial<KeptRow> & { claimed: boolean; held: boolean | null })[]>`
    with expired as (
      delete from idempotency_keys
      where organisation_id = ${organisationId}::uuid and key_hash = ${keyHash} and expires_at <= ${tx.now}
    ),
    kept as materialized (
      select fingerprint, body_sealed from idempotency_keys
      where organisation_id = ${organisationId}::uuid and key_hash = ${keyHash} and expires_at > ${tx.now}
    )
    select k.fingerprint, k.body_sealed,
      ${right ? Prisma.sql`(${right.holds})` : Prisma.sql`true`} as held,
      case when k.fingerprint is null then ${rested ? shareLock(rested) : Prisma.sql`null`} end as locked,
      case when k.fingerprint is null then pg_try_advisory_xact_lock(${keyHash.readBigInt64BE(0)}) else false end as claimed
    from (select) one left join kept k on true
  `;
  if (right && !found!.held) throw right.refuse(found!.held === false);
  if (found!.fingerprint) return openReply<Status, Body>(context, claim, found as KeptRow);
  if (!found!.claimed) throw keyInFlight();
  tx.effects.right = rested;
  return undefined;
};

export const keyInFlight = () =>
  new Refusal(
    'idempotency_in_flight',
    'A request with this Idempotency-Key is being handled. Send it again in a second.',
    { headers: { 'Retry-After': '1' } },
  );

export const readReply = async <Status extends number, Body>(
  context: Pick<Context, 'keyring'>,
  db: Prisma.TransactionClient,
  { claim, now }: { claim: Claim; now: Date },
): Promise<Reply<Status, Body> | undefined> => {
  const row = await db.idempotencyKey.findUnique({
    where: { organisation_id_key_hash: { organisation_id: claim.organisationId, key_hash: claim.keyHash } },
  });
  return row && row.expires_at > now ? openReply<Status, Body>(context, claim, row) : undefined;
};

/** Tells whether a reply is kept under a key, for whatever request. */
export const hasReply = async (
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organisationId, keyHash }: Pick<Claim, 'organisationId' | 'keyHash'>,
): Promise<boolean> => {
  const kept = await database.prisma.idempotencyKey.count({
    where: { organisation_id: organisationId, key_hash: keyHash, expires_at: { gt: clock.now() } },
  });
  return kept > 0;
};

const openReply = <Status extends number, Body>(
  { keyring }: Pick<Context, 'keyring'>,
  claim: Claim,
  { fingerprint, body_sealed: sealed }: KeptRow,
): Reply<Status, Body> => {
  if (!claim.fingerprint.equals(fingerprint)) throw usedKey();
  return JSON.parse(keyring.open(sealed, replySeal(claim))) as Reply<Status, Body>;
};

/**
 * Keeps a reply under its key, in the transaction of its write. Where another reply is kept by now, the race is lost
 * and the transaction runs again: its claim gets that reply.
 *
 * @param sessionId the session that the reply tells of, with which it is erased
 */
export const storeReply = (
  { keyring, config }: Pick<Context, 'keyring' | 'config'>,
  tx: Pick<Tx, 'now' | 'effects'>,
  { claim, reply, sessionId }: { claim: Claim; reply: Reply<number, unknown>; sessionId: string | null },
): void => {
  const sealed = keyring.seal(JSON.stringify(reply), replySeal(claim));
  const expiresAt = new Date(tx.now.getTime() + config.idempotencyTtlMs);
  tx.effects.reply = { ...claim, status: reply.status, sealed, sessionId, expiresAt };
};

/** Binds a sealed reply to its row. */
export const replySeal = ({ organisationId, keyHash }: Pick<Claim, 'organisationId' | 'keyHash'>): string =>
  `idempotency/${organisationId}/${keyHash.toString('hex')}`;

/** Deletes the cached replies whose time is over. Raw, for the batches and for the index. */
export const cleanUpReplies = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from idempotency_keys
      where ctid = any (array(
        select ctid from idempotency_keys where expires_at <= ${context.clock.now()} order by expires_at limit ${limit}
        for update skip locked
      ))
    `,
  );
