import type { Member, UpdateMemberBody } from '@field-inspection/contract';
import { updateMember } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { closeOperatorPeers, lookAtOperatorPeers } from '../media/exports/close-room.ts';
import { findInvitationMails } from '../notifications/exports/message-view.ts';
import { nameAuthor, readHeldBy, type Author } from './change-author.ts';
import type { MemberRow } from './insert-member.ts';
import { keepAdmin, lockMember, lockOrganisation, type MemberKey } from './lock-members.ts';
import { viewMember } from './member-view.ts';
import { requireAllTaken, takeRights } from './take-rights.ts';

/**
 * Changes a member. After the answer, no key and no session of a disabled member commits anything, none of another commits
 * more than the new role has, and connections in live rooms that they lose are closed.
 *
 * @throws {Refusal} not_found, permission_denied, member.invalid_state, org.last_admin
 */
export const changeMember = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { author, changes, ...key }: MemberKey & { author: Author; changes: z.output<typeof UpdateMemberBody> },
): Promise<Member> => {
  const isDisabled = changes.status === 'disabled';
  const ends = isDisabled || changes.role !== undefined;
  const keys = await takeRights(tx, { ...key, author, ends });
  await lockOrganisation(tx, key.organisationId);
  const member = await lockMember(tx, key);
  const { after, changed } = updateMember(member, changes, await readHeldBy(tx, author));
  await keepAdmin(tx, member, after);
  if (ends) {
    await requireAllTaken(tx, key, keys);
    const tellPeers = isDisabled ? closeOperatorPeers : lookAtOperatorPeers;
    tellPeers(tx, keys);
  }
  if (Object.keys(changed).length === 0) return view(tx, member);
  const { name, ...facts } = changed;
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'member.changed',
    payload: { ...nameAuthor(author), member: member.id, ...facts },
    ...(name === undefined ? {} : { personal: { name } }),
  });
  return view(
    tx,
    await tx.db.member.update({
      where: { organisation_id_id: { organisation_id: key.organisationId, id: key.memberId } },
      data: changed,
    }),
  );
};

const view = async (tx: Tx, member: MemberRow): Promise<Member> => {
  const which = { organisationId: member.organisation_id, memberIds: [member.id] };
  return viewMember(member, (await findInvitationMails(tx.db, which)).get(member.id));
};
