import type { Member, UpdateMemberBody } from '@field-inspection/contract';
import { memberExists, updateMember } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { closeOperatorPeers, lookAtOperatorPeers } from '../media/exports/close-room.ts';
import { findInvitationMails } from '../notifications/exports/message-view.ts';
import { nameAuthor, readHeldBy, type Author } from './exports/change-author.ts';
import type { MemberRow } from './exports/insert-member.ts';
import { keepAdmin, lockMember, lockOrganisation, type MemberKey } from './exports/lock-members.ts';
import { viewMember } from './member-view.ts';
import { endInvitation } from './exports/end-invitation.ts';
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
  const { organisationId } = key;
  const ended = isEnding(changes) ? [key.memberId] : [];
  const keys = await takeRights(tx, { organisationId, author, ended });
  await lockOrganisation(tx, organisationId);
  const member = await lockMember(tx, key);
  return view(tx, await applyChanges(context, tx, { author, member, changes, keys }));
};

/** Only a directory changes an address. */
export type MemberChanges = z.output<typeof UpdateMemberBody> & { email?: string };

/** Tells whether a change ends rights of the member's keys, or may make them smaller. */
export const isEnding = ({ role, status }: MemberChanges): boolean =>
  status === 'disabled' || role !== undefined;

/** Changes a locked member. `keys`: those whose rights the transaction has taken. */
export const applyChanges = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  given: { author: Author; member: MemberRow; changes: MemberChanges; keys: string[] },
): Promise<MemberRow> => {
  const { author, member, changes } = given;
  const key = { organisationId: member.organisation_id, memberId: member.id };
  const { after, changed } = updateMember(member, changes, await readHeldBy(tx, author));
  const joins = member.status === 'invited' && after.status === 'active';
  if (joins) await endInvitation(tx, key);
  await keepAdmin(tx, member, after);
  if (isEnding(changes)) {
    const keys = await requireAllTaken(tx, key, given.keys);
    const tellPeers = changes.status === 'disabled' ? closeOperatorPeers : lookAtOperatorPeers;
    tellPeers(tx, { credentialIds: keys, memberId: member.id });
  }
  if (Object.keys(changed).length === 0) return member;
  const { name, email, ...facts } = changed;
  if (email !== undefined) await moveAddress(tx, member, email);
  const personal = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  appendOrgEntry(context, tx, {
    organisationId: key.organisationId,
    kind: 'member.changed',
    payload: { ...nameAuthor(author), member: member.id, ...facts },
    ...(Object.keys(personal).length === 0 ? {} : { personal }),
  });
  return tx.db.member.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.memberId } },
    data: { ...changed, ...(joins ? { joined_at: tx.now } : {}) },
  });
};

// The member's keys bear the address. An address is that of one person: the index would refuse the second.
const moveAddress = async (tx: Tx, member: MemberRow, email: string): Promise<void> => {
  const { organisation_id, id } = member;
  const [taken] = await tx.db.$queryRaw<object[]>`
    select from members
    where organisation_id = ${organisation_id}::uuid and lower(email) = lower(${email}) and id <> ${id}::uuid
      and status <> 'removed'
  `;
  if (taken) throw memberExists();
  await tx.db.credential.updateMany({
    where: { organisation_id, member_id: id, operator_email: { not: '' } },
    data: { operator_email: email },
  });
};

const view = async (tx: Tx, member: MemberRow): Promise<Member> => {
  const which = { organisationId: member.organisation_id, memberIds: [member.id] };
  return viewMember(member, (await findInvitationMails(tx.db, which)).get(member.id));
};
