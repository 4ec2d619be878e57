import type { Evidence, Session } from '@field-inspection/sdk';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { readLabel } from '../words/read-label.ts';
import { write } from '../words/words.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoFacts } from './photo-facts.tsx';
import { Photo } from './photo.tsx';

type Props = { photo: Evidence; number: number; session: Session };

/** A photo of a list, which opens large. */
export const PhotoTile = ({ photo, number, session }: Props) => {
  const name = write('photo.number', { number });
  const label = labelOf(photo, session);
  return (
    <li>
      <DialogTrigger>
        <Trigger className="photo">
          <Photo photo={photo} variant="thumbnail" name="" />
          <span className="photo-name">{name}</span>
          <span className="quiet" dir="auto">
            {label}
          </span>
          <span className="quiet photo-facts">
            <PhotoFacts photo={photo} />
          </span>
          {photo.finding && <span dir="auto">{photo.finding.text}</span>}
        </Trigger>
        <PhotoDialog photo={photo} name={name} label={label} />
      </DialogTrigger>
    </li>
  );
};

/** A slot that the session does not ask for has no label: its own word names it. */
const labelOf = ({ slot }: Evidence, { shots }: Session): string => {
  const shot = shots.find((asked) => asked.slot === slot);
  return shot ? readLabel(shot.label, document.documentElement.lang) : slot;
};
