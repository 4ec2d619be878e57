import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import { noSuch, Refusal } from '@field-inspection/rules';
import type { Member, MemberRole } from '../../resources/members.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import { drawToken } from '../state/draw-token.ts';
import { countFakeMessages } from '../state/count-fake-messages.ts';
import type { FakeState } from '../state/fake-state.ts';
import { requireFakeRole } from './require-fake-grant.ts';

export const memberHandlers: FakeHandlers<'members'> = {
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
    requireFakeRole(credential!, { role: body['role'] as MemberRole });
    requireQuota(state);
    const email = String(body.email);
    if ([...state.members.values()].some((other) => isSame(other.email, email))) {
      throw new Refusal('member.exists', 'A member of the organisation has this address already.');
    }
    const member = {
      id: crypto.randomUUID(),
      locale: state.organisation.locale,
      ...body,
      status: 'invited',
      created_at: state.now().toISOString(),
      joined_at: null,
    } as Member;
    return sendInvitation(state, member);
  },
  'members.get': findMember,
  'members.update': (state, { ids, body, credential }) => {
    const member = findMember(state, { ids });
    const gives = body.role !== undefined || body.status === 'active';
    const role = gives ? ((body.role ?? member.role) as MemberRole) : null;
    const before = member.status === 'disabled' ? undefined : (member.role as MemberRole);
    requireFakeRole(credential!, { role, before });
    if (body.status !== undefined && member.status === 'invited') {
      throw new Refusal(
        'member.invalid_state',
        'The member has not accepted the invitation yet. Remove them instead.',
      );
    }
    const changed = { ...member, ...body } as Member;
    keepAdmin(state, member, changed);
    state.members.set(member.id, changed);
    return changed;
  },
  'members.delete': (state, { ids, credential }) => {
    const member = findMember(state, { ids });
    requireFakeRole(credential!, { role: null });
    keepAdmin(state, member, null);
    state.members.delete(member.id);
    state.invitations.delete(member.id);
    return undefined;
  },
  'members.resendInvitation': (state, { ids, credential }) => {
    const member = findMember(state, { ids });
    requireFakeRole(credential!, { role: member.role as MemberRole });
    if (member.status !== 'invited') {
      throw new Refusal('member.invalid_state', 'The member has accepted the invitation already.');
    }
    return sendInvitation(state, member);
  },
};

const LIFETIME_MS = 7 * 86_400_000;

function sendInvitation(state: FakeState, member: Member): Member {
  const now = state.now();
  const queued = {
    status: 'queued',
    reason: null,
    updated_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  } as const;
  state.invitations.set(member.id, drawToken());
  countFakeMessages(state, { messages: 1 });
  // The next request finds the invitation sent.
  state.members.set(member.id, { ...member, invitation: { ...queued, status: 'sent' } });
  return { ...member, invitation: queued };
}

function requireQuota({ organisation, members }: FakeState): void {
  const limit = PLAN_LIMITS[organisation.plan].members;
  if (members.size < limit) return;
  throw new Refusal(
    'member.limit',
    `The plan ${organisation.plan} includes ${limit} members, and all are there. Remove one, or change the plan.`,
  );
}

export const invitationHandlers: FakeHandlers<'invitations'> = {
  'invitations.accept': (state, { body }) => {
    const invited = [...state.members.values()].find(({ id }) => state.invitations.get(id) === body.token);
    if (!invited) {
      throw new Refusal('link_expired', 'The invitation is no longer valid. Ask for another one.');
    }
    if (!isSame(invited.email, String(body.email))) {
      throw new Refusal('invitation.wrong_address', 'Enter the address to which the invitation was sent.');
    }
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

const isAdmin = (member: Member | null) => member?.role === 'org_admin' && member.status === 'active';

function keepAdmin({ members }: FakeState, before: Member, after: Member | null): void {
  if (!isAdmin(before) || isAdmin(after)) return;
  if ([...members.values()].some((other) => other.id !== before.id && isAdmin(other))) return;
  throw new Refusal('org.last_admin', 'This is the last active org_admin. Make another one first.');
}
