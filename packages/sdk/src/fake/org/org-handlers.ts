import type { Organisation } from '../../resources/org.ts';
import { ROLES } from '../contract/vocabulary.ts';
import { rotateCallbackSecret } from '../deliveries/fake-secrets.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

export const orgHandlers: FakeHandlers<'org'> = {
  'org.get': showOrganisation,
  'org.update': (state, { body }) => {
    Object.assign(state.organisation, body);
    return showOrganisation(state);
  },
  'org.getRoles': () => ({ data: ROLES }),
  // What is done to the fake's organisation leaves no chain.
  'org.listAudit': () => ({ data: [], has_more: false, next_cursor: null }),
  'org.getAuditHead': () => ({ head: null, length: 0, anchors: [] }),
  'org.rotateCallbackSecret': rotateCallbackSecret,
};

function showOrganisation({ organisation }: FakeState): Organisation {
  const { id, name, plan, subscription, locale, time_zone, created_at } = organisation;
  return { id, name, plan, subscription_status: subscription, locale, time_zone, created_at };
}
