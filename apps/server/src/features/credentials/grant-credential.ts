import {
  ROLES,
  type CreateCredentialBody,
  type CredentialWithKey,
  type Scope,
} from '@field-inspection/contract';
import type { z } from 'zod';
import { invalidField } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { appendKeyEntry } from './append-key-entry.ts';
import { viewCredential } from './credential-view.ts';
import { insertCredential } from './insert-credential.ts';
import { readExpiry } from './read-expiry.ts';
import { requireHeld } from './require-held.ts';

export const RATE_LIMIT = 60;

/** Creates a credential with rights that the caller holds. Its key is shown this once. */
export const grantCredential = async (
  context: Pick<Context, 'ids' | 'random'>,
  tx: Tx,
  { caller, body }: { caller: Caller; body: z.output<typeof CreateCredentialBody> },
): Promise<z.infer<typeof CredentialWithKey>> => {
  const asked = {
    scopes: readScopes(body),
    expiresAt: readExpiry(tx, body) ?? null,
    allowedNetworks: body.allowed_networks ?? [],
    memberId: body.member ?? null,
  };
  const held = await requireHeld(tx, caller, { ...asked, rateLimit: body.rate_limit });
  const { apiKey, credential } = await insertCredential(context, tx.db, {
    ...asked,
    organisationId: caller.organisationId,
    name: body.name,
    ...(await readActor(tx, { caller, body })),
    rateLimit: body.rate_limit ?? Math.min(RATE_LIMIT, held.rateLimit),
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

/** Reads the actor of a credential: a member, whose address it bears, or a machine. */
const readActor = async (
  tx: Tx,
  { caller, body }: { caller: Caller; body: z.output<typeof CreateCredentialBody> },
): Promise<{ memberId: string | null; operatorEmail: string }> => {
  const { organisationId, operatorEmail } = caller;
  if (body.member === undefined) {
    if (body.operator_email !== undefined) await requireNoMember(tx, caller, body.operator_email);
    return { memberId: null, operatorEmail: body.operator_email ?? operatorEmail };
  }
  if (body.operator_email !== undefined)
    throw invalidField('operator_email', 'must be absent: a member has an address');
  const member = await tx.db.member.findFirst({
    where: { organisation_id: organisationId, id: body.member, status: 'active' },
  });
  if (!member) throw invalidField('member', 'is no active member of the organisation');
  return { memberId: member.id, operatorEmail: member.email };
};

// Refuses a member's address: a machine's acts would pass for theirs in sessions, mails and reports. The caller's own
// is allowed.
const requireNoMember = async (
  tx: Tx,
  { organisationId, operatorEmail }: Caller,
  address: string,
): Promise<void> => {
  if (address.toLowerCase() === operatorEmail.toLowerCase()) return;
  const [found] = await tx.db.$queryRaw<object[]>`
    select from members
    where organisation_id = ${organisationId}::uuid and lower(email) = lower(${address}) and status <> 'removed'
  `;
  if (found) throw invalidField('operator_email', 'is the address of a member: name them by member instead');
};

const readScopes = ({ scopes }: z.output<typeof CreateCredentialBody>): readonly Scope[] =>
  typeof scopes === 'string' ? ROLES[scopes] : scopes;
