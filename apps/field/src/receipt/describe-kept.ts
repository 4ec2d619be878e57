import type { FieldSessionState } from '../inspection.ts';
import { openShelf } from '../queue/shelf/open-shelf.ts';
import { sessionId, type KeptEnd } from '../service/kept-session.ts';
import { describeStored } from './describe-stored.ts';

/** What the device has kept of what was stored, where no inspection is open. */
export const describeKept = async (state: FieldSessionState): Promise<KeptEnd> => {
  const shelf = await openShelf({ sessionId, participantId: state.participant.id }, () => undefined);
  const end = describeStored(state, shelf.kept.value);
  shelf.close();
  return end;
};
