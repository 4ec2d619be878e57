import { AuthenticationError } from '@field-inspection/sdk';
import type { Session } from '@field-inspection/sdk';
import { Button } from '../parts/button.tsx';
import { explainError } from '../service/explain-error.ts';
import { Consents } from '../session/people.tsx';
import { usePeople } from '../session/session-queries.ts';
import { fullName } from '../session/word-entry.ts';
import { write } from '../words/words.ts';
import { nameConnection } from './name-connection.ts';
import type { Seen } from './use-room.ts';

type Props = { session: Session; seen: Seen; hasPicture: boolean; onAgain: () => void };

/** How it stands with the picture, and with what each person has allowed: in sight whatever is done. */
export const Bar = ({ session: { id }, seen, hasPicture, onAgain }: Props) => {
  const { data: people = [] } = usePeople(id);
  const key = nameConnection({ ...seen, hasPicture });
  const others = seen.peers.filter(({ role }) => role === 'operator').length;
  const isOut = seen.end !== undefined || seen.error !== undefined;
  return (
    <div className="section live-bar">
      <p role="status">
        <span className={`chip ${hasPicture ? 'good' : 'doubt'}`}>{write(key)}</span>
        {others > 0 && <span className="quiet"> {write('live.others', { count: others })}</span>}
      </p>
      {seen.error !== undefined && !(seen.error instanceof AuthenticationError) && (
        <p className="error" role="alert">
          {explainError(seen.error)}
        </p>
      )}
      {isOut && seen.end !== 'session_ended' && <Button onPress={onAgain}>{write('live.here')}</Button>}
      {people
        .filter(({ status }) => status === 'joined')
        .map((person) => (
          <div key={person.id}>
            <strong dir="auto">{fullName(person) || write('unknown')}</strong>
            <Consents person={person} />
          </div>
        ))}
    </div>
  );
};
