import { Tabs } from '../parts/tabs.tsx';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';

export const SettingsTabs = () => (
  <Tabs
    label={write('settings.heading')}
    tabs={[
      { to: '/settings/members', name: write('members.heading') },
      ...(useMay('directory:read') ? [{ to: '/sign-on' as const, name: write('sign_on.heading') }] : []),
    ]}
  />
);
