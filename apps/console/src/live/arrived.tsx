import type { Session } from '@field-inspection/sdk';
import { Asked } from '../parts/asked.tsx';
import { Empty } from '../parts/empty.tsx';
import { PhotoTile } from '../session/photo-tile.tsx';
import { useEvidence } from '../session/session-queries.ts';
import { write } from '../words/words.ts';

/** More are in the review. */
const AT_ONCE = 12;

/** The newest first: an operator looks at what has just come. */
export const Arrived = ({ session }: { session: Session }) => (
  <Asked query={useEvidence(session.id)}>
    {(evidence) => {
      const photos = evidence.filter(({ kind, status }) => kind === 'photo' && status === 'ready');
      if (photos.length === 0) return <Empty words={write('photos.none')} />;
      return (
        <ul className="photos small">
          {photos
            .map((photo, index) => (
              <PhotoTile key={photo.id} photo={photo} number={index + 1} session={session} />
            ))
            .slice(-AT_ONCE)
            .reverse()}
        </ul>
      );
    }}
  </Asked>
);
