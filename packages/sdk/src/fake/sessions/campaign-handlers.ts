import type { Campaign } from '../../resources/campaigns.ts';
import { refuseMissing } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';

export const campaignHandlers: FakeHandlers<'campaigns'> = {
  'campaigns.create': (state, { body }) => {
    const at = state.now().toISOString();
    const campaign = { id: crypto.randomUUID(), description: '', ...body, created_at: at } as Campaign;
    state.campaigns.set(campaign.id, campaign);
    return campaign;
  },
  'campaigns.list': (state, { query }) =>
    listFakePage(state, { items: state.campaigns.values(), list: 'campaigns', query }),
  'campaigns.get': ({ campaigns }, { ids }) => {
    const campaign = campaigns.get(ids[0] ?? '');
    if (!campaign) throw refuseMissing('campaign', ids[0]);
    return campaign;
  },
};
