import {
  ROLES,
  type CreateCredentialBody,
  type CredentialWithKey,
  type Scope,
} from '@field-inspection/contract';
import { readActor, readExpiry, readRateLimit } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { viewCredential } from './credential-view.ts';
import { findMemberAt } from './find-member-at.ts';
import { insertCredential } from './insert-credential.ts';
import { requireHeld } from './require-held.ts';

/** Creates a credential with rights that the caller holds. Its key is shown this once. */
export const grantCredential = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  { caller, body }: { caller: Caller; body: z.output<typeof CreateCredentialBody> },
): Promise<z.infer<typeof CredentialWithKey>> => {
  const asked = {
    scopes: readScopes(body),
    expiresAt: readExpiry(body, tx.now) ?? null,
    allowedNetworks: body.allowed_networks ?? [],
    memberId: body.member ?? null,
  };
  const held = await requireHeld(tx, caller, { ...asked, rateLimit: body.rate_limit });
  const { apiKey, credential } = await insertCredential(context, tx.db, {
    ...asked,
    organisationId: caller.organisationId,
    name: body.name,
    ...readActor(body, caller, await findActor(tx, caller.organisationId, body)),
    rateLimit: readRateLimit(body.rate_limit, held),
    now: tx.now,
  });
  appendKeyEntry(context, tx, {
    kind: 'key.created',
    by: nameActor(caller),
    credential,
    payload: {
      scopes: credential.scopes,
      networks: credential.allowed_networks,
      expires_at: credential.expires_at?.toISOString() ?? null,
    },
  });
  return { ...viewCredential(credential, tx.now), api_key: apiKey };
};

const findActor = async (
  tx: Tx,
  organisationId: string,
  { member: id, operator_email: address }: z.output<typeof CreateCredentialBody>,
) => {
  const where = { organisation_id: organisationId, id: id!, status: 'active' };
  const member = id === undefined ? null : await tx.db.member.findFirst({ where });
  if (address === undefined) return { member, isOfMember: false };
  const found = await findMemberAt(tx.db, organisationId, address);
  return { member, isOfMember: found !== undefined };
};

const readScopes = ({ scopes }: z.output<typeof CreateCredentialBody>): readonly Scope[] =>
  typeof scopes === 'string' ? ROLES[scopes] : scopes;
