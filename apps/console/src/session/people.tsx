import type { Invite, Session } from '@field-inspection/sdk';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { Empty } from '../parts/empty.tsx';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { hasEnded } from './count-shots.ts';
import { InvitePerson } from './invite-person.tsx';
import { NewLink } from './new-link.tsx';
import { usePeople } from './session-queries.ts';
import { fullName } from './word-entry.ts';

export const People = ({ session }: { session: Session }) => (
  <Asked query={usePeople(session.id)}>
    {(people) => (
      <>
        {people.length === 0 && <Empty words={write('session.nobody')} />}
        <ul className="people">
          {people.map((person) => (
            <Person key={person.id} person={person} hasEnded={hasEnded(session)} />
          ))}
        </ul>
        {!hasEnded(session) && <InvitePerson sessionId={session.id} isFirst={people.length === 0} />}
      </>
    )}
  </Asked>
);

const Person = ({ person, hasEnded: isOver }: { person: Invite; hasEnded: boolean }) => {
  const { recipient_email: email, recipient_phone: phone, status, joined_at: joined, messages } = person;
  return (
    <li>
      <p className="text">
        <strong dir="auto">{fullName(person) || write('unknown')}</strong>{' '}
        <Chip group="invite" word={status} />
        {joined && <span className="quiet"> {writeTime(joined)}</span>}
      </p>
      <p className="quiet" dir="auto">
        {[email, phone].filter((text) => text !== '').join(' · ')}
      </p>
      <Consents person={person} />
      {messages
        .filter((message) => message.status === 'failed' || message.status === 'bounced')
        .map((message) => (
          <p className="error" key={message.id}>
            {write('session.undelivered')}
          </p>
        ))}
      {!isOver && status !== 'revoked' && <NewLink person={person} />}
    </li>
  );
};

/** What a person has allowed, and what not. */
export const Consents = ({ person }: { person: Invite }) => (
  <ul className="chips">
    {Object.entries(person.consent_state).map(([matter, state]) => (
      <li key={matter}>
        {writeWord('label', `consent_${matter}`)}: {writeWord('consent', state)}
      </li>
    ))}
  </ul>
);
