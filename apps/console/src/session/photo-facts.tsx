import type { Evidence } from '@field-inspection/sdk';
import { write } from '../words/words.ts';
import { writeLocation, writeTime } from '../words/write-values.ts';

type Props = { photo: Pick<Evidence, 'captured_at' | 'received_at' | 'gps'> };

/** When and where a photo was taken, as far as the device said so. */
export const PhotoFacts = ({ photo: { captured_at: captured, received_at: received, gps } }: Props) => (
  <>
    {captured && <span>{write('picture.captured', { time: writeTime(captured) })}</span>}
    {!captured && received && <span>{write('picture.received', { time: writeTime(received) })}</span>}
    {gps && <span>{write('picture.location', { location: writeLocation(gps) })}</span>}
  </>
);
