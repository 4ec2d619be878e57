import type { Campaign } from '../../resources/campaigns.ts';
import { text } from '../front/fake-fields.ts';
import { refuseMissing } from '../front/fake-refusal.ts';
import { type FakeRoute, pageFields } from '../front/fake-route.ts';
import { listFakePage } from '../front/list-fake-page.ts';

/** `/campaigns` and what is below. */
export const campaignRoutes: readonly FakeRoute[] = [
  {
    method: 'POST',
    path: 'campaigns',
    scope: 'campaigns:write',
    status: 201,
    body: { fields: { name: text(200, 1), description: text(2000) }, required: ['name'] },
    run: (state, { body }) => {
      const at = state.now().toISOString();
      const campaign = { id: crypto.randomUUID(), description: '', ...body, created_at: at } as Campaign;
      state.campaigns.set(campaign.id, campaign);
      return campaign;
    },
  },
  {
    method: 'GET',
    path: 'campaigns',
    scope: 'campaigns:read',
    status: 200,
    query: { fields: pageFields },
    run: (state, { query }) =>
      listFakePage(state, { items: state.campaigns.values(), list: 'campaigns', query }),
  },
  {
    method: 'GET',
    path: 'campaigns/{id}',
    scope: 'campaigns:read',
    status: 200,
    run: ({ campaigns }, { ids }) => {
      const campaign = campaigns.get(ids[0] ?? '');
      if (!campaign) throw refuseMissing();
      return campaign;
    },
  },
];
