import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { Prisma } from '#prisma';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/transact.ts';
import { stateOf, subjectOf, writerOf } from './request-state.ts';
import { rightOf } from './right-of.ts';

export type Reply<Status extends number, Body> = { status: Status; body: Body };

/** A request whose query may have been parsed into numbers. */
type WriteRequest = Pick<Request, 'method' | 'path' | 'headersDistinct' | 'res'>;

/**
 * Runs a write in one transaction, once per Idempotency-Key (docs/idempotency.md): the claim, the effect, what
 * follows from it and the cached reply commit together, so a crash leaves all of it or nothing. A repeated call gets
 * the cached reply. `before` is for what can't be in a transaction: it does not run for a repeated call, and its
 * result is handed to `run`.
 */
export const writeOnce = async <Status extends number, Body, Prepared = void>(
  context: Pick<Context, 'transact' | 'keyring' | 'config' | 'database' | 'clock'>,
  { req, body }: { req: WriteRequest; body?: unknown },
  {
    before,
    run,
  }: {
    before?: () => Promise<Prepared>;
    run: (tx: Tx, prepared: Prepared) => Promise<Reply<Status, Body>>;
  },
): Promise<Reply<Status, Body>> => {
  const key = readKey(req);
  if (!key) {
    const prepared = (await before?.()) as Prepared;
    return context.transact((tx) => {
      tx.right = findRight(req);
      return run(tx, prepared);
    });
  }
  const claim = describeClaim({ key, req, body });
  const show = (reply: Reply<Status, Body>, replayed: boolean) => {
    req.res?.set('Idempotency-Key', key);
    if (replayed) req.res?.set('Idempotent-Replayed', 'true');
    return reply;
  };
  let prepared = undefined as Prepared;
  if (before) {
    const cached = await readReply<Status, Body>(context, context.database.prisma, {
      claim,
      now: context.clock.now(),
    });
    if (cached) return show(cached, true);
    prepared = await before();
  }
  let replayed = false;
  const reply = await context.transact(async (tx) => {
    const cached = await claimKey<Status, Body>(context, tx, claim);
    replayed = cached !== undefined;
    if (cached) return cached;
    tx.right = findRight(req);
    const fresh = await run(tx, prepared);
    storeReply(context, tx, { claim, reply: fresh });
    return fresh;
  });
  return show(reply, replayed);
};

// A signer's link and session are judged by the use case itself, under the lock of the signature.
const findRight = (req: WriteRequest) => (stateOf(req).signerCaller ? null : rightOf(writerOf(req)));

type Claim = { organisationId: string; keyHash: Buffer<ArrayBuffer>; fingerprint: Buffer<ArrayBuffer> };

const readKey = (req: WriteRequest): string | undefined => {
  const keys = req.headersDistinct['idempotency-key'];
  if (keys === undefined) return undefined;
  if (keys.length === 1 && /^[\x20-\x7e]{1,255}$/.test(keys[0]!)) return keys[0];
  const message = 'Idempotency-Key must come once and have 1 to 255 printable ASCII characters.';
  throw new ApiError('validation_error', message, {
    errors: [{ path: 'header.idempotency-key', code: 'invalid_format', message }],
  });
};

/** The same key under another credential, method or path is another key. */
const describeClaim = ({ key, req, body }: { key: string; req: WriteRequest; body: unknown }): Claim => {
  const { organisationId, subjectId } = subjectOf(req);
  return {
    organisationId,
    keyHash: sha256([subjectId, req.method, endpointOf(req), key].join('\n')),
    // The validated body has its keys in the contract's order, so the same fields give the same text.
    fingerprint: sha256(JSON.stringify(body ?? {})),
  };
};

// The routes take a path in any case and with a trailing slash: each spelling is the same endpoint.
const endpointOf = (req: WriteRequest): string => req.path.toLowerCase().replace(/\/$/, '');

const sha256 = (text: string): Buffer<ArrayBuffer> => Buffer.from(createHash('sha256').update(text).digest());

// The lock is tried, not waited for: an insert would block until the other transaction commits, and fifty
// duplicates would hold fifty connections.
const claimKey = async <Status extends number, Body>(
  context: Pick<Context, 'keyring'>,
  tx: Tx,
  claim: Claim,
): Promise<Reply<Status, Body> | undefined> => {
  const rows = await tx.db.$queryRaw<{ claimed: boolean }[]>`
    with expired as (
      delete from idempotency_keys
      where organisation_id = ${claim.organisationId}::uuid and key_hash = ${claim.keyHash} and expires_at <= ${tx.now}
    )
    select pg_try_advisory_xact_lock(${claim.keyHash.readBigInt64BE(0)}) as claimed
  `;
  if (!rows[0]?.claimed) {
    throw new ApiError(
      'idempotency_in_flight',
      'A request with this Idempotency-Key is being handled. Send it again in a second.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  return readReply<Status, Body>(context, tx.db, { claim, now: tx.now });
};

const readReply = async <Status extends number, Body>(
  { keyring }: Pick<Context, 'keyring'>,
  db: Prisma.TransactionClient,
  { claim, now }: { claim: Claim; now: Date },
): Promise<Reply<Status, Body> | undefined> => {
  const row = await db.idempotencyKey.findUnique({
    where: { organisation_id_key_hash: { organisation_id: claim.organisationId, key_hash: claim.keyHash } },
  });
  if (!row || row.expires_at <= now) return undefined;
  if (!claim.fingerprint.equals(row.fingerprint)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body. Use a new key for a new operation.',
    );
  }
  return JSON.parse(keyring.open(row.body_sealed, sealContext(claim))) as Reply<Status, Body>;
};

const storeReply = (
  { keyring, config }: Pick<Context, 'keyring' | 'config'>,
  tx: Tx,
  { claim, reply }: { claim: Claim; reply: Reply<number, unknown> },
): void => {
  const sealed = keyring.seal(JSON.stringify(reply), sealContext(claim));
  const expiresAt = new Date(tx.now.getTime() + config.idempotencyTtlMs);
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`reply_stored as (
        insert into idempotency_keys (organisation_id, key_hash, fingerprint, status, body_sealed, created_at, expires_at)
        values (${claim.organisationId}::uuid, ${claim.keyHash}, ${claim.fingerprint}, ${reply.status}, ${sealed}, ${tx.now}, ${expiresAt})
      )`,
    ],
  });
};

const sealContext = (claim: Claim): string =>
  `idempotency/${claim.organisationId}/${claim.keyHash.toString('hex')}`;
