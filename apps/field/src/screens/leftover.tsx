import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { LeftFiles } from './left-files.tsx';
import { Receipt } from './receipt.tsx';

type Leftover = { state: FieldSessionState; drawings: KeptEnd['drawings'] };

/** What there is on a device that had joined, and comes back when its way in is over. */
export const Leftover = ({ state, drawings }: Leftover) => {
  const end = useSignal<KeptEnd | undefined>(undefined);
  const isDescribed = useSignal(false);
  useEffect(() => {
    // Where its file does not come, nothing is said of what was stored.
    import('../receipt/describe-kept.ts')
      .then(({ describeKept }) => describeKept(state))
      .then((kept) => (end.value = kept))
      .catch(() => undefined)
      .finally(() => (isDescribed.value = true));
  }, [state]);
  return (
    <>
      {end.value && <Receipt {...end.value} />}
      {isDescribed.value && (
        <LeftFiles participantId={state.participant.id} reason="access" drawings={drawings} />
      )}
    </>
  );
};
