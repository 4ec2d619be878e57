import type { Credential } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry, type OrgFact } from '../audit/exports/append-entry.ts';
import type { nameActor } from '../audit/exports/name-actor.ts';

/** The author of a change to a key: a caller, the host's operator, or the key's holder. */
export type By = ReturnType<typeof nameActor> | { host: true } | { possession: true };

/** Appends a change of a credential to the organisation's own chain. Its name and address are personal. */
export const appendKeyEntry = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    kind,
    by,
    credential,
    payload = {},
  }: {
    kind: `key.${'created' | 'changed' | 'rotated' | 'revoked'}`;
    by: By;
    credential: Pick<Credential, 'organisation_id' | 'id' | 'name' | 'operator_email' | 'member_id'>;
    payload?: OrgFact['payload'];
  },
): void =>
  appendOrgEntry(context, tx, {
    organisationId: credential.organisation_id,
    kind,
    payload: { ...by, credential: credential.id, acts_for: credential.member_id, ...payload },
    personal: { name: credential.name, operator_email: credential.operator_email },
  });
