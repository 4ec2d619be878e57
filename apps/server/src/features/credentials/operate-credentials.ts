import type { Credential, Scope } from '@field-inspection/contract';
import { changeCredential } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { endRight } from '../../platform/database/right-lock.ts';
import { lookAtOperatorPeers } from '../media/exports/close-room.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { viewCredential } from './credential-view.ts';
import { endCredential } from './end-credential.ts';
import { insertCredential, type NewCredential } from './insert-credential.ts';
import { lockCredential } from './lock-credential.ts';
import { giveAnotherKey } from './rotate-credential.ts';

/*
 * The host's operator changes credentials of any organisation. Each change has an entry in the organisation's chain.
 * Undefined stands for a credential that is not there, or not active where it must be.
 */

/** Creates a credential. The operator may grant anything. */
export const addCredential = (
  context: Pick<Context, 'ids' | 'random' | 'transact'>,
  asked: NewCredential & { scopes: Scope[] },
): Promise<{ id: string; api_key: string; scopes: Scope[] }> =>
  context.transact(async (tx) => {
    const { apiKey, credential } = await insertCredential(context, tx.db, { ...asked, now: tx.now });
    const payload = { scopes: credential.scopes, networks: credential.allowed_networks };
    appendKeyEntry(context, tx, { kind: 'key.created', by: { host: true }, credential, payload });
    return { id: credential.id, api_key: apiKey, scopes: asked.scopes };
  });

/** The credentials of an organisation, oldest first. Their keys can't be shown: only hashes are kept. */
export const listCredentials = (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
) =>
  database.prisma.credential.findMany({
    select: {
      id: true,
      name: true,
      scopes: true,
      operator_email: true,
      rate_limit: true,
      created_at: true,
      last_used_at: true,
      expires_at: true,
      revoked_at: true,
      allowed_networks: true,
      last_refused_at: true,
      last_refused_address: true,
    },
    where: { organisation_id: organisationId, kind: 'key' },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });

/** The longest overlap of two keys: a week. */
export const MAX_OVERLAP_HOURS = 168;

/** Rotates the key of a credential. The new key is returned here and never again. */
export const renewKey = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId, overlapHours }: { credentialId: string; overlapHours: number },
): Promise<{ id: string; api_key: string; previous_valid_until: Date | null } | undefined> =>
  context.transact(async (tx) => {
    const found = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
    if (!found) return undefined;
    const { row, status } = await lockCredential(tx, { organisationId: found.organisation_id, credentialId });
    if (status !== 'active') return undefined;
    const { apiKey, keys } = await giveAnotherKey(context, tx, {
      credential: row,
      by: { host: true },
      overlapHours,
    });
    const previous = keys.find(({ valid_until }) => valid_until !== null);
    return { id: row.id, api_key: apiKey, previous_valid_until: previous?.valid_until ?? null };
  });

/**
 * Sets a credential's requests a minute. Each process reads the limit with each request, so it holds from the next one.
 */
export const setRateLimit = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId, rateLimit }: { credentialId: string; rateLimit: number },
): Promise<{ id: string; rate_limit: number } | undefined> =>
  context.transact(async (tx) => {
    const found = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
    if (!found) return undefined;
    const { row, status } = await lockCredential(tx, { organisationId: found.organisation_id, credentialId });
    if (status !== 'active') return undefined;
    await tx.db.credential.update({
      where: { organisation_id_id: { organisation_id: row.organisation_id, id: row.id } },
      data: { rate_limit: rateLimit },
    });
    const payload = { rate_limit: rateLimit };
    appendKeyEntry(context, tx, { kind: 'key.changed', by: { host: true }, credential: row, payload });
    return { id: row.id, rate_limit: rateLimit };
  });

/**
 * Changes the name, the end and the networks of a credential, without the bounds that a caller of the API has. After the
 * answer, no request from outside its networks commits.
 *
 * @throws {Refusal} credential_ended
 */
export const changeTerms = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId, terms }: { credentialId: string; terms: Parameters<typeof changeCredential>[1] },
): Promise<Credential | undefined> =>
  context.transact(async (tx) => {
    const found = await tx.db.credential.findFirst({ where: { id: credentialId, kind: 'key' } });
    if (!found) return undefined;
    await endRight(tx, { kind: 'credential', id: credentialId }, PATIENCE_MS);
    const { row } = await lockCredential(tx, { organisationId: found.organisation_id, credentialId });
    const { changed, isBound, isSame } = changeCredential(row, terms, tx.now);
    if (isSame) return viewCredential(row, tx.now);
    const updated = await tx.db.credential.update({
      where: { organisation_id_id: { organisation_id: row.organisation_id, id: row.id } },
      data: changed,
      include: { keys: true },
    });
    if (isBound) lookAtOperatorPeers(tx, { credentialIds: [credentialId], memberId: null });
    const payload = {
      networks: changed.allowed_networks,
      expires_at: changed.expires_at?.toISOString() ?? null,
    };
    appendKeyEntry(context, tx, { kind: 'key.changed', by: { host: true }, credential: updated, payload });
    return viewCredential(updated, tx.now);
  });

/** Longer than the writes that wait for a row may wait, and shorter than the 8 s that a statement's answer may take. */
const PATIENCE_MS = 7_000;

/**
 * Revokes a credential. Repeating it changes nothing. Once this answers, nothing more commits by its keys. A write under
 * way is waited for.
 */
export const revokeCredential = (
  context: Pick<Context, 'transact' | 'random'>,
  { credentialId }: { credentialId: string },
): Promise<{ id: string; revoked_at: Date } | undefined> =>
  context.transact(async (tx) => {
    await endRight(tx, { kind: 'credential', id: credentialId }, PATIENCE_MS);
    const ended = await endCredential(context, tx, { credentialId, by: { host: true } });
    return ended?.revoked_at ? { id: ended.id, revoked_at: ended.revoked_at } : undefined;
  });
