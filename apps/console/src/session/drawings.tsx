import type { Evidence, Session } from '@field-inspection/sdk';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Asked } from '../parts/asked.tsx';
import { Empty } from '../parts/empty.tsx';
import { Panel } from '../parts/panel.tsx';
import { hasText, write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { listDrawings } from './list-drawings.ts';
import { Photo } from './photo.tsx';
import { useEvidence } from './session-queries.ts';
import { numberEvidence } from './word-entry.ts';

/** Shows what was drawn over photos, on sketches, and by who signed with a finger. */
export const Drawings = ({ session: { id } }: { session: Session }) => (
  <Asked query={useEvidence(id)}>
    {(evidence) => {
      const drawings = listDrawings(evidence);
      const numbers = numberEvidence(evidence);
      if (drawings.length === 0) return <Empty words={write('drawings.none')} />;
      return (
        <ul className="photos">
          {drawings.map((drawing) => (
            <li key={drawing.id}>
              <Drawing drawing={drawing} numbers={numbers} />
            </li>
          ))}
        </ul>
      );
    }}
  </Asked>
);

type Props = {
  drawing: Evidence;
  numbers: ReadonlyMap<string, number>;
};

const Drawing = ({ drawing, numbers }: Props) => {
  const numberOf = (id: string) => String(numbers.get(id) ?? '');
  const key = `drawing.${drawing.kind}`;
  const name = hasText(key) ? write(key, { number: numberOf(drawing.id) }) : drawing.kind;
  const photo = drawing.annotates && write('photo.number', { number: numberOf(drawing.annotates) });
  return (
    <DialogTrigger>
      <Trigger className="photo">
        <Photo photo={drawing} variant="display" name="" />
        <span className="photo-name">{name}</span>
        <span className="quiet">{photo || (drawing.received_at && writeTime(drawing.received_at))}</span>
      </Trigger>
      <Panel heading={photo ? `${name}: ${photo}` : name}>
        <Photo photo={drawing} variant="display" name={name} />
      </Panel>
    </DialogTrigger>
  );
};
