import type { Credential } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-time.ts';
import { useKeys } from './key-queries.ts';

/** Lists who calls the API by keys, those that ended included. */
export const KeysScreen = () => (
  <>
    <DeveloperTabs />
    <Screen heading={write('keys.heading')} actions={useMay('credentials:write') && <ToNew />}>
      <Section heading={write('keys.programs')} scope="credentials:read">
        <Keys />
      </Section>
      <InCode calls={[CALLS.listKeys()]} />
    </Screen>
  </>
);

const ToNew = () => (
  <Link className="button" to="/developers/keys/new">
    {write('keys.new')}
  </Link>
);

const Keys = () => {
  const query = useKeys();
  return (
    <Asked query={query}>
      {(keys) =>
        keys.length === 0 ? (
          <p className="quiet">{write('keys.none')}</p>
        ) : (
          <>
            <Table keys={keys} />
            <More query={query} />
          </>
        )
      }
    </Asked>
  );
};

const Table = ({ keys }: { keys: readonly Credential[] }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{write('account.name')}</th>
        <th scope="col">{write('label.status')}</th>
        <th scope="col">{write('keys.ends_with')}</th>
        <th scope="col">{write('keys.scopes')}</th>
        <th scope="col">{write('keys.last_used')}</th>
        <th scope="col">{write('keys.until')}</th>
        <th scope="col">{write('inspections.created')}</th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row" dir="auto">
            <Link className="link" to="/developers/keys/$credentialId" params={{ credentialId: key.id }}>
              {key.name}
            </Link>
          </th>
          <td>
            <Chip group="credential" word={key.status} />
          </td>
          <td>
            <code>{key.keys[0]?.hint}</code>
          </td>
          <td className="cut">{key.scopes.join(', ')}</td>
          <td>{key.last_used_at && writeTime(key.last_used_at)}</td>
          <td>{key.expires_at && writeTime(key.expires_at)}</td>
          <td>{writeTime(key.created_at)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
