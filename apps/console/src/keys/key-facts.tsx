import type { Credential } from '@field-inspection/sdk';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';

/** Shows a credential and its keys, by their last characters alone. */
export const KeyFacts = ({ credential }: { credential: Credential }) => (
  <>
    <dl className="facts">
      <div>
        <dt>{write('label.status')}</dt>
        <dd>
          <Chip group="credential" word={credential.status} />
        </dd>
      </div>
      <Fact name={write('label.operator')} value={credential.operator_email} />
      <Fact
        name={write('keys.networks')}
        value={credential.allowed_networks.join(', ') || write('keys.anywhere')}
      />
      {credential.expires_at && <Fact name={write('keys.until')} value={writeTime(credential.expires_at)} />}
      {credential.last_refused_at && (
        <Fact
          name={write('keys.refused')}
          value={`${writeTime(credential.last_refused_at)} · ${credential.last_refused_address ?? ''}`}
        />
      )}
    </dl>
    <dl className="facts">
      <Fact name={write('keys.scopes')} value={credential.scopes.join(', ')} />
    </dl>
    <ul className="section people">
      {credential.keys.map((key) => (
        <li key={key.created_at}>
          <code>…{key.hint}</code>{' '}
          <span className="quiet">
            {[
              `${write('inspections.created')} ${writeTime(key.created_at)}`,
              key.last_used_at && `${write('keys.last_used')} ${writeTime(key.last_used_at)}`,
              key.valid_until && `${write('keys.until')} ${writeTime(key.valid_until)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </>
);
