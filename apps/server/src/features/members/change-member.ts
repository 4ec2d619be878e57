import type { Member, RoleName, UpdateMemberBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';
import { closeOperatorPlaces, lookAtOperatorPlaces } from '../media/exports/close-room.ts';
import { findInvitationMails } from '../notifications/exports/find-invitation-mails.ts';
import { nameAuthor, requireGrant, type Author } from './change-author.ts';
import type { MemberRow } from './insert-member.ts';
import { keepAdmin, lockMember, lockOrganisation, type MemberKey } from './lock-members.ts';
import { viewMember } from './member-view.ts';
import { requireAllTaken, takeRights } from './take-rights.ts';

/**
 * Changes a member. After the answer, no key and no session of a disabled member commits anything, none of another commits
 * more than the new role has, and places in live rooms that they lose are closed.
 *
 * @throws {ApiError} not_found, permission_denied, member.invalid_state, org.last_admin
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
  const after = {
    name: changes.name ?? member.name,
    role: changes.role ?? (member.role as RoleName),
    status: changes.status ?? member.status,
  };
  const gives = changes.role !== undefined || changes.status === 'active';
  await requireGrant(tx, author, { role: gives ? after.role : null, before: roleOf(member) });
  if (changes.status && member.status === 'invited') throw notJoined();
  await keepAdmin(tx, member, after);
  if (ends) {
    await requireAllTaken(tx, key, keys);
    const tellPlaces = isDisabled ? closeOperatorPlaces : lookAtOperatorPlaces;
    tellPlaces(tx, keys);
  }
  const changed = listChanged(member, after);
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

const roleOf = ({ status, role }: MemberRow): RoleName | null =>
  status === 'disabled' ? null : (role as RoleName);

type Changeable = Pick<MemberRow, 'name' | 'role' | 'status'>;

const listChanged = (before: MemberRow, after: Changeable) =>
  Object.fromEntries(
    (['name', 'role', 'status'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, after[field]]),
  ) as Partial<Changeable>;

const notJoined = () =>
  new ApiError(
    'member.invalid_state',
    'The member has not accepted the invitation yet. Remove them instead.',
  );
