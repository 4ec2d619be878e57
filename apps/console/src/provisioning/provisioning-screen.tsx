import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS } from '../service/query-client.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { write } from '../words/words.ts';
import { Log } from './log.tsx';
import { Tokens } from './tokens.tsx';

/** The directory that gives and takes members: its address, its tokens, and what it did. */
export const ProvisioningScreen = () => {
  const filters = getRouteApi('/settings/provisioning').useSearch();
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('provisioning.heading')}>
        <Section heading={write('provisioning.address')} scope="directory:read">
          <Address />
        </Section>
        <Section heading={write('provisioning.tokens')} scope="directory:read">
          <Tokens />
        </Section>
        <Section heading={write('provisioning.log')} scope="directory:read">
          <Log filters={filters} />
        </Section>
        <InCode calls={[CALLS.createDirectoryToken(), CALLS.listDirectoryLog(filters)]} />
      </Screen>
    </>
  );
};

const Address = () => {
  const query = useQuery({
    queryKey: ['directory'],
    queryFn: ({ signal }) => client.directory.get({ signal }),
    enabled: useMay('directory:read'),
    refetchInterval: POLL_MS,
  });
  return (
    <Asked query={query}>
      {({ scim_url: url }) => (
        <>
          <p className="text">{write('provisioning.words')}</p>
          <p className="text">
            <code>{url}</code>
          </p>
          <CopyButton text={url} label={write('secret.copy')} done={write('secret.copied')} />
        </>
      )}
    </Asked>
  );
};
