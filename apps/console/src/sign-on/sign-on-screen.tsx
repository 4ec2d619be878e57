import { useQuery } from '@tanstack/react-query';
import type { SsoConnection } from '@field-inspection/sdk';
import { Asked } from '../parts/asked.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { NotAllowed, Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS } from '../service/query-client.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { Enforcement } from './enforcement.tsx';
import { TestButton } from './test-button.tsx';

/** The company's own sign-in: where it stands, its test, and whether members may sign in otherwise. */
export const SignOnScreen = () => (
  <>
    <SettingsTabs />
    <Screen heading={write('sign_on.heading')}>
      <Section heading={write('sign_on.connection')} scope="directory:read">
        <Connection />
      </Section>
    </Screen>
  </>
);

const Connection = () => {
  const query = useQuery({
    queryKey: ['sso'],
    queryFn: ({ signal }) => client.sso.get({ signal }),
    refetchInterval: POLL_MS,
  });
  return <Asked query={query}>{(connection) => <Shown connection={connection} />}</Asked>;
};

const Shown = ({ connection }: { connection: SsoConnection }) => {
  const mayChange = useMay('members:write');
  const { status, issuer, enforced, tested_at: tested } = connection;
  return (
    <>
      <dl className="facts">
        <Fact name={write('label.status')} value={writeWord('sign_on.status', status)} />
        {issuer && <Fact name={write('sign_on.provider')} value={issuer} />}
        {tested && <Fact name={write('sign_on.tested')} value={writeTime(tested)} />}
        <Fact
          name={write('sign_on.others')}
          value={write(enforced ? 'sign_on.enforced' : 'sign_on.not_enforced')}
        />
      </dl>
      {status !== 'none' && (mayChange ? <Changes connection={connection} /> : <NotAllowed />)}
    </>
  );
};

const Changes = ({ connection }: { connection: SsoConnection }) => (
  <div className="actions">
    <TestButton />
    {connection.status === 'active' && <Enforcement isEnforced={connection.enforced} />}
  </div>
);
