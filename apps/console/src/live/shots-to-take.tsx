import type { Session } from '@field-inspection/sdk';
import { Button } from '../parts/button.tsx';
import { countShots, takenSlots } from '../session/count-shots.ts';
import { useEvidence } from '../session/session-queries.ts';
import { readLabel } from '../words/read-label.ts';
import { write } from '../words/words.ts';

type Props = { session: Session; isDisabled: boolean; onTake: (slot: string) => void };

/** Each photo that was asked for has its own shutter, also once it is there. */
export const ShotsToTake = ({ session: { id, shots }, isDisabled, onTake }: Props) => {
  const { data: evidence = [] } = useEvidence(id);
  if (shots.length === 0) return null;
  const taken = takenSlots(evidence);
  const total = shots.length;
  return (
    <>
      <p className="quiet">{write('session.progress', { count: countShots(shots, evidence), total })}</p>
      <ul className="shots">
        {shots.map(({ slot, label }) => {
          const name = readLabel(label, document.documentElement.lang);
          return (
            <li className="shot" key={slot}>
              <span dir="auto">{name}</span>
              {taken.has(slot) && <span className="chip good">{write('session.taken')}</span>}
              <Button
                kind="secondary"
                label={`${write('live.take')}: ${name}`}
                isDisabled={isDisabled}
                onPress={() => onTake(slot)}
              >
                {write('live.take')}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
};
