import type { Evidence, Session } from '@field-inspection/sdk';
import { useState } from 'react';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { Asked } from '../parts/asked.tsx';
import { Empty } from '../parts/empty.tsx';
import { readLabel } from '../words/read-label.ts';
import { write } from '../words/words.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoFacts } from './photo-facts.tsx';
import { Photo } from './photo.tsx';
import { useEvidence } from './session-queries.ts';

const AT_ONCE = 24;

export const Photos = ({ session }: { session: Session }) => (
  <Asked query={useEvidence(session.id)}>
    {(evidence) => {
      const photos = evidence.filter(({ kind, status }) => kind === 'photo' && status === 'ready');
      if (photos.length === 0) return <Empty words={write('photos.none')} />;
      return <Grid photos={photos} session={session} />;
    }}
  </Asked>
);

const Grid = ({ photos, session }: { photos: Evidence[]; session: Session }) => {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      <ul className="photos">
        {photos.slice(0, shown).map((photo, index) => {
          const name = write('photo.number', { number: index + 1 });
          const label = labelOf(photo, session);
          return (
            <li key={photo.id}>
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
        })}
      </ul>
      {photos.length > shown && (
        <Button kind="secondary" onPress={() => setShown(shown + AT_ONCE)}>
          {write('more')}
        </Button>
      )}
    </>
  );
};

/** A slot that the session does not ask for has no label: its own word names it. */
const labelOf = ({ slot }: Evidence, { shots }: Session): string => {
  const shot = shots.find((asked) => asked.slot === slot);
  return shot ? readLabel(shot.label, document.documentElement.lang) : slot;
};
