import type { Session } from '@field-inspection/sdk';
import { Asked } from '../parts/asked.tsx';
import { readLabel } from '../words/read-label.ts';
import { write } from '../words/words.ts';
import { countShots, takenSlots } from './count-shots.ts';
import { useEvidence } from './session-queries.ts';

/** Shows the shots that were asked for, and how many of them are there. */
export const AskedShots = ({ session: { id, shots } }: { session: Session }) => {
  const query = useEvidence(id);
  if (shots.length === 0) return <p className="quiet">{write('session.none_asked')}</p>;
  return (
    <Asked query={query}>
      {(evidence) => {
        const count = countShots(shots, evidence);
        const taken = takenSlots(evidence);
        return (
          <>
            <p className="text">
              {write('session.progress', { count, total: shots.length })}{' '}
              <progress
                className="progress"
                max={shots.length}
                value={count}
                aria-label={write('section.shots')}
              />
            </p>
            <ul className="shots">
              {shots.map(({ slot, label, required }) => (
                <li key={slot}>
                  <span dir="auto">{readLabel(label, document.documentElement.lang)}</span>{' '}
                  <ShotState isTaken={taken.has(slot)} isRequired={required} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Asked>
  );
};

const ShotState = ({ isTaken, isRequired }: { isTaken: boolean; isRequired: boolean }) => {
  if (isTaken) return <span className="chip good">{write('session.taken')}</span>;
  return (
    <span className={`chip ${isRequired ? 'doubt' : ''}`}>
      {write(isRequired ? 'shot.missing' : 'shot.optional')}
    </span>
  );
};
