import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { useMe } from '../service/me.ts';
import { ROOT_URL, write, writeWord } from '../words/words.ts';

/** Shows the member who is signed in, and their role. */
export const AccountScreen = () => {
  const { email, name, organisation_name: organisation, role } = useMe();
  return (
    <Screen heading={write('account.heading')}>
      <dl className="facts">
        <Fact name={write('account.name')} value={name} />
        <Fact name={write('account.email')} value={email} />
        <Fact name={write('account.organisation')} value={organisation} />
        {role && <Fact name={write('account.role')} value={writeWord('role', role)} />}
      </dl>
      {role && <p className="text">{writeWord('may', role)}</p>}
      <a className="link" href={new URL('sign-in?return=/console/account', ROOT_URL).href}>
        {write('account.devices')}
      </a>
    </Screen>
  );
};
