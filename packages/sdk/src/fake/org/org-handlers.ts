import { ROLES } from '@field-inspection/contract/plain';
import { changeRetention, requirePolicyVersion, storeContact, viewRetention } from '@field-inspection/rules';
import type { Organisation, UpdateOrganisationBody } from '../../resources/org.ts';
import type { RetentionPolicy, UpdateRetentionBody } from '../../resources/retention.ts';
import { rotateCallbackSecret } from '../deliveries/fake-endpoints.ts';
import { matchesFakeVersion } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakeEntries } from '../front/list-fake-page.ts';
import { readFakeOrgChain } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';

export const orgHandlers: FakeHandlers<'org'> = {
  'org.get': showOrganisation,
  'org.update': (state, { body }) => {
    const { contact, ...words } = body as UpdateOrganisationBody;
    const kept = contact === undefined ? {} : { contact: contact && storeContact(contact) };
    Object.assign(state.organisation, words, kept);
    return showOrganisation(state);
  },
  'org.getRoles': () => ({
    data: Object.entries(ROLES).map(([name, scopes]) => ({ name, scopes })),
    has_more: false,
    next_cursor: null,
  }),
  'org.listAudit': (state, { query }) =>
    listFakeEntries(state, readFakeOrgChain(state), { list: 'org chain', query }),
  // The service has authorities look at it once a day; the fake has none.
  'org.getAuditHead': (state) => {
    const last = readFakeOrgChain(state).at(-1);
    return { head: last?.hash ?? null, length: last?.sequence ?? 0, anchors: [] };
  },
  'org.rotateCallbackSecret': rotateCallbackSecret,
};

function showOrganisation({ organisation }: FakeState): Organisation {
  const { id, name, plan, subscription, locale, time_zone, created_at } = organisation;
  const { contact, sign_in_idle_minutes, sign_in_life_minutes } = organisation;
  const lives = { sign_in_idle_minutes, sign_in_life_minutes };
  return {
    id,
    name,
    plan,
    subscription_status: subscription,
    locale,
    time_zone,
    contact,
    ...lives,
    created_at,
  };
}

/** The policy redacts nothing: a test redacts sessions itself. */
export const retentionPolicyHandlers: FakeHandlers<'retention'> = {
  'retention.get': showRetention,
  'retention.update': (state, { body, headers }) =>
    updateRetention(state, body as UpdateRetentionBody, headers.get('if-match')),
};

const MESSAGE_DAYS_MAX = 30;

function showRetention({ organisation: { plan, retention, created_at } }: FakeState): RetentionPolicy {
  const row = { ...retention, plan_days: null, plan_days_at: null };
  return { ...viewRetention({ plan, row }, MESSAGE_DAYS_MAX), plan_days_apply_from: created_at };
}

function updateRetention(
  state: FakeState,
  body: UpdateRetentionBody,
  ifMatch: string | null,
): RetentionPolicy {
  const { organisation, now } = state;
  const { plan, retention: held } = organisation;
  requirePolicyVersion(held.version, matchesFakeVersion(held.version, ifMatch));
  const changes = changeRetention(held, body, { plan, messageDaysMax: MESSAGE_DAYS_MAX });
  if (!changes) return showRetention(state);
  const at = now().toISOString();
  const times = Object.fromEntries(Object.keys(changes).map((field) => [`${field}_at`, at]));
  organisation.retention = { ...held, ...changes, ...times, version: held.version + 1, updated_at: at };
  return showRetention(state);
}
