import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import { sessionId, type KeptEnd } from '../service/kept-session.ts';
import { describeStored } from './describe-stored.ts';
import { LeftFiles } from './left-files.tsx';
import { Receipt } from './receipt.tsx';

/** What there is on a device that had joined, and comes back when its way in is over. */
export const Leftover = ({ state }: { state: FieldSessionState }) => {
  const participantId = state.participant.id;
  const end = useSignal<KeptEnd | undefined>(undefined);
  useEffect(() => {
    // Where its file does not come, nothing is said of what was stored.
    import('../queue/open-shelf.ts')
      .then(({ openShelf }) => openShelf({ sessionId, participantId }, () => undefined))
      .then((shelf) => {
        end.value = describeStored(state, shelf.kept.value);
        shelf.close();
      })
      .catch(() => undefined);
  }, [state]);
  return (
    <>
      {end.value && <Receipt {...end.value} />}
      <LeftFiles participantId={participantId} reason="access" />
    </>
  );
};
