import { Tabs } from '../parts/tabs.tsx';
import { write } from '../words/words.ts';

export const DeveloperTabs = () => (
  <Tabs
    label={write('developers.heading')}
    tabs={[
      { to: '/developers/deliveries', name: write('deliveries.heading') },
      { to: '/developers/endpoints', name: write('endpoints.heading') },
      { to: '/developers/keys', name: write('keys.heading') },
    ]}
  />
);
