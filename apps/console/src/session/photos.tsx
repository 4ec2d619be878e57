import type { Evidence, Session } from '@field-inspection/sdk';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Asked } from '../parts/asked.tsx';
import { Empty } from '../parts/empty.tsx';
import { write } from '../words/words.ts';
import { PhotoTile } from './photo-tile.tsx';
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
        {photos.slice(0, shown).map((photo, index) => (
          <PhotoTile key={photo.id} photo={photo} number={index + 1} session={session} />
        ))}
      </ul>
      {photos.length > shown && (
        <Button kind="secondary" onPress={() => setShown(shown + AT_ONCE)}>
          {write('more')}
        </Button>
      )}
    </>
  );
};
