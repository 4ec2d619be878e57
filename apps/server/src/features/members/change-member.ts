import type { Member, RoleName, UpdateMemberBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { closeOperatorPeers, lookAtOperatorPeers } from '../media/exports/close-room.ts';
import { findInvitationMails } from '../notifications/exports/find-invitation-mails.ts';
import { nameAuthor, requireGrant, type Author } from './change-author.ts';
import type { MemberRow } from './insert-member.ts';
import { endInvitation } from './end-invitation.ts';
import { keepAdmin, lockMember, lockOrganisation, type MemberKey } from './lock-members.ts';
import { viewMember } from './member-view.ts';
import { requireAllTaken, takeRights } from './take-rights.ts';

/**
 * Changes a member. After the answer, no key of a disabled member commits anything, no key of another commits more than
 * the new role has, and connections in live rooms that they lose are closed.
 *
 * @throws {ApiError} not_found, permission_denied, member.invalid_state, org.last_admin
 */
export const changeMember = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { author, changes, ...key }: MemberKey & { author: Author; changes: z.output<typeof UpdateMemberBody> },
): Promise<Member> => {
  const keys = await takeRights(tx, { ...key, author, ended: isEnding(changes) ? [key.memberId] : [] });
  await lockOrganisation(tx, key.organisationId);
  const member = await lockMember(tx, key);
  return view(tx, await applyChanges(context, tx, { author, member, changes, keys }));
};

/** What changes of a member; an address only by a directory. */
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
  const { organisation_id: organisationId, id: memberId } = member;
  const after = {
    name: changes.name ?? member.name,
    email: changes.email ?? member.email,
    role: changes.role ?? (member.role as RoleName),
    status: changes.status ?? member.status,
  };
  const gives = changes.role !== undefined || changes.status === 'active';
  await requireGrant(tx, author, { role: gives ? after.role : null, before: roleOf(member) });
  // A directory vouches for the person: what it makes of one who was invited needs no link any more.
  const joins = member.status === 'invited' && changes.status === 'active';
  if (member.status === 'invited' && changes.status && !isDirectory(author)) throw notJoined();
  if (joins) await endInvitation(tx, { organisationId, memberId });
  await keepAdmin(tx, member, after);
  if (isEnding(changes)) {
    const keys = await requireAllTaken(tx, { organisationId, memberId }, given.keys);
    const tellPeers = changes.status === 'disabled' ? closeOperatorPeers : lookAtOperatorPeers;
    tellPeers(tx, keys);
  }
  const changed = listChanged(member, after);
  if (Object.keys(changed).length === 0) return member;
  if (changed.email !== undefined) await moveAddress(tx, member, changed.email);
  const { name, email, ...facts } = changed;
  const personal = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  appendOrgEntry(context, tx, {
    organisationId,
    kind: 'member.changed',
    payload: { ...nameAuthor(author), member: memberId, ...facts },
    ...(Object.keys(personal).length === 0 ? {} : { personal }),
  });
  return tx.db.member.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: memberId } },
    data: { ...changed, ...(joins ? { joined_at: tx.now } : {}) },
  });
};

const isDirectory = (author: Author): boolean => author !== 'host' && 'directory' in author;

// The member's keys bear the address. An address is that of one person: the index would refuse the second.
const moveAddress = async (tx: Tx, member: MemberRow, email: string): Promise<void> => {
  const { organisation_id, id } = member;
  const [taken] = await tx.db.$queryRaw<object[]>`
    select from members
    where organisation_id = ${organisation_id}::uuid and lower(email) = lower(${email}) and id <> ${id}::uuid
      and status <> 'removed'
  `;
  if (taken) throw new ApiError('member.exists', 'A member of the organisation has this address already.');
  await tx.db.credential.updateMany({
    where: { organisation_id, member_id: id, operator_email: { not: '' } },
    data: { operator_email: email },
  });
};

const view = async (tx: Tx, member: MemberRow): Promise<Member> => {
  const which = { organisationId: member.organisation_id, memberIds: [member.id] };
  return viewMember(member, (await findInvitationMails(tx.db, which)).get(member.id));
};

const roleOf = ({ status, role }: MemberRow): RoleName | null =>
  status === 'disabled' ? null : (role as RoleName);

type Changeable = Pick<MemberRow, 'name' | 'email' | 'role' | 'status'>;

const listChanged = (before: MemberRow, after: Changeable) =>
  Object.fromEntries(
    (['name', 'email', 'role', 'status'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, after[field]]),
  ) as Partial<Changeable>;

const notJoined = () =>
  new ApiError(
    'member.invalid_state',
    'The member has not accepted the invitation yet. Remove them instead.',
  );
