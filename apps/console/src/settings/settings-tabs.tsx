import { Tabs, type Tab } from '../parts/tabs.tsx';
import { useMe } from '../service/me.ts';
import { write } from '../words/words.ts';

/** Whoever may not see a matter has no tab of it. */
export const SettingsTabs = () => {
  const { scopes } = useMe();
  const ifMay = (scope: (typeof scopes)[number], ...tabs: Tab[]) => (scopes.includes(scope) ? tabs : []);
  return (
    <Tabs
      label={write('settings.heading')}
      tabs={[
        { to: '/settings/members', name: write('members.heading') },
        { to: '/settings/organisation', name: write('organisation.heading') },
        ...ifMay('branding:read', { to: '/settings/branding', name: write('branding.heading') }),
        ...ifMay(
          'directory:read',
          { to: '/sign-on', name: write('sign_on.heading') },
          { to: '/settings/provisioning', name: write('provisioning.heading') },
        ),
        { to: '/settings/plan', name: write('plan.heading') },
        ...ifMay('audit:read', { to: '/settings/audit', name: write('section.audit') }),
      ]}
    />
  );
};
