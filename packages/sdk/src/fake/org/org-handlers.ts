import { ROLES } from '@field-inspection/contract/plain';
import type { Organisation } from '../../resources/org.ts';
import { rotateCallbackSecret } from '../deliveries/fake-endpoints.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakeEntries } from '../front/list-fake-entries.ts';
import { readFakeOrgChain } from '../state/fake-chain.ts';
import type { FakeState } from '../state/fake-state.ts';

export const orgHandlers: FakeHandlers<'org'> = {
  'org.get': showOrganisation,
  'org.update': (state, { body }) => {
    Object.assign(state.organisation, body);
    return showOrganisation(state);
  },
  'org.getRoles': () => ({
    data: Object.entries(ROLES).map(([name, scopes]) => ({ name, scopes })),
    has_more: false,
    next_cursor: null,
  }),
  'org.listAudit': (state, { query }) =>
    listFakeEntries(state, readFakeOrgChain(state), { list: 'org chain', query }),
  // No authority sees it: the service asks them once a day.
  'org.getAuditHead': (state) => {
    const last = readFakeOrgChain(state).at(-1);
    return { head: last?.hash ?? null, length: last?.sequence ?? 0, anchors: [] };
  },
  'org.rotateCallbackSecret': rotateCallbackSecret,
};

function showOrganisation({ organisation }: FakeState): Organisation {
  const { id, name, plan, subscription, locale, time_zone, created_at } = organisation;
  return { id, name, plan, subscription_status: subscription, locale, time_zone, created_at };
}
