import {
  endsAdmin,
  endsBreakGlass,
  INVITATION_MS,
  invitationExpired,
  isAdmin,
  judgeRole,
  memberExists,
  noSuch,
  requireInvited,
  requireMemberQuota,
  requireOtherAdmin,
  requireOtherBreakGlass,
  updateMember,
  wrongAddress,
} from '@field-inspection/rules';
import type { Member, MemberIdentity, MemberRole, UpdateMemberBody } from '../../resources/members.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { countFakeMessages, drawToken, type FakeState } from '../state/fake-state.ts';
import { readHeld } from './credential-handlers.ts';
import type { memberPasskeyHandlers } from './passkey-handlers.ts';

export const memberHandlers: Omit<FakeHandlers<'members'>, keyof typeof memberPasskeyHandlers> = {
  'members.list': (state, { query }) =>
    listFakePage(state, {
      items: state.members.values(),
      list: 'members',
      query,
      matches: ({ status, role }) =>
        (query.status === undefined || status === query.status) &&
        (query.role === undefined || role === query.role),
    }),
  'members.create': (state, { body, credential }) => {
    judgeRole(readHeld(credential!), { role: body['role'] as MemberRole });
    requireMemberQuota(state.organisation.plan, state.members.size);
    const email = String(body.email);
    if ([...state.members.values()].some((other) => isSame(other.email, email))) throw memberExists();
    const member = {
      id: crypto.randomUUID(),
      locale: state.organisation.locale,
      ...body,
      status: 'invited',
      break_glass: false,
      created_at: state.now().toISOString(),
      joined_at: null,
    } as Member;
    return sendInvitation(state, member);
  },
  'members.get': findMember,
  'members.update': (state, { ids, body, credential }) => {
    const member = findMember(state, { ids });
    const { after } = updateMember(member, body as UpdateMemberBody, readHeld(credential!));
    keepAdmin(state, member, after);
    const changed = { ...member, ...after } as Member;
    state.members.set(member.id, changed);
    return changed;
  },
  'members.delete': (state, { ids, credential }) => {
    const member = findMember(state, { ids });
    judgeRole(readHeld(credential!), { role: null });
    keepAdmin(state, member, { ...member, status: 'removed' });
    state.members.delete(member.id);
    state.invitations.delete(member.id);
    state.identities.delete(member.id);
    return undefined;
  },
  'members.getIdentity': findIdentity,
  'members.unlink': (state, { ids, credential }) => {
    const { role, id } = findMember(state, { ids });
    judgeRole(readHeld(credential!), { role: role as MemberRole });
    findIdentity(state, { ids });
    state.identities.delete(id);
    return undefined;
  },
  'members.resendInvitation': (state, { ids, credential }) => {
    const member = findMember(state, { ids });
    judgeRole(readHeld(credential!), { role: member.role as MemberRole });
    requireInvited(member);
    return sendInvitation(state, member);
  },
};

function sendInvitation(state: FakeState, member: Member): Member {
  const now = state.now();
  const queued = {
    status: 'queued',
    reason: null,
    updated_at: now.toISOString(),
    expires_at: new Date(now.getTime() + INVITATION_MS).toISOString(),
  } as const;
  state.invitations.set(member.id, drawToken());
  countFakeMessages(state, { messages: 1 });
  // The next request finds the invitation sent.
  state.members.set(member.id, { ...member, invitation: { ...queued, status: 'sent' } });
  return { ...member, invitation: queued };
}

export const invitationHandlers: FakeHandlers<'invitations'> = {
  'invitations.accept': (state, { body }) => {
    const invited = [...state.members.values()].find(({ id }) => state.invitations.get(id) === body.token);
    if (!invited) throw invitationExpired();
    if (!isSame(invited.email, String(body.email))) throw wrongAddress();
    const at = state.now().toISOString();
    state.members.set(invited.id, { ...invited, status: 'active', joined_at: at });
    state.invitations.delete(invited.id);
    return { organisation_name: state.organisation.name, name: invited.name, role: invited.role };
  },
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function findMember({ members }: FakeState, { ids }: { ids: readonly string[] }): Member {
  const member = members.get(ids[0] ?? '');
  if (!member) throw noSuch('member', ids[0]);
  return member;
}

function findIdentity({ identities }: FakeState, { ids }: { ids: readonly string[] }): MemberIdentity {
  const identity = identities.get(ids[0] ?? '');
  if (!identity) throw noSuch('identity of the member', ids[0]);
  return identity;
}

/** A member signs in by the provider for the first time. */
export function linkFakeMember(state: FakeState, member: string): MemberIdentity {
  findMember(state, { ids: [member] });
  const identity: MemberIdentity = {
    connection: state.organisation.sso?.id ?? crypto.randomUUID(),
    subject: `subject-of-${member}`,
    linked_at: state.now().toISOString(),
  };
  state.identities.set(member, identity);
  return identity;
}

function keepAdmin(
  { members, organisation }: FakeState,
  before: Member,
  after: { role: string; status: string; break_glass: boolean },
): void {
  const admins = [...members.values()].filter((other) => other.id !== before.id && isAdmin(other));
  if (endsAdmin(before, after)) requireOtherAdmin(admins.length);
  if (!organisation.sso?.enforced || !endsBreakGlass(before, after)) return;
  requireOtherBreakGlass(admins.filter(({ break_glass }) => break_glass).length);
}
