import type { Credential } from '@field-inspection/sdk';
import { Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Chip } from '../parts/chip.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
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
          <Cell name={write('label.status')}>
            <Chip group="credential" word={key.status} />
          </Cell>
          <Cell name={write('keys.ends_with')}>
            <code>{key.keys[0]?.hint}</code>
          </Cell>
          <Cell name={write('keys.scopes')} isCut>
            {key.scopes.join(', ')}
          </Cell>
          <Cell name={write('keys.last_used')}>{key.last_used_at && writeTime(key.last_used_at)}</Cell>
          <Cell name={write('keys.until')}>{key.expires_at && writeTime(key.expires_at)}</Cell>
          <Cell name={write('inspections.created')}>{writeTime(key.created_at)}</Cell>
        </tr>
      ))}
    </tbody>
  </table>
);
