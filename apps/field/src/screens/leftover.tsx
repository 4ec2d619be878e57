import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import { keepEnd, type KeptEnd } from '../service/kept-session.ts';
import { LeftFiles } from './left-files.tsx';
import { Receipt } from './receipt.tsx';

/** What there is on a device whose way in is over: what was stored is counted where it had joined until now. */
export const Leftover = ({ end, state }: { end: KeptEnd; state: FieldSessionState | undefined }) => {
  const told = useSignal<KeptEnd | undefined>(state ? undefined : end);
  useEffect(() => {
    if (!state) return;
    // Where its file does not come, nothing is said of what was stored.
    void import('../receipt/describe-kept.ts')
      .then(({ describeKept }) => describeKept(state))
      .then((kept) => ({ ...end, ...kept }))
      .catch(() => end)
      .then((found) => {
        keepEnd(found);
        told.value = found;
      });
  }, [state]);
  if (!told.value) return null;
  const owner = state && { participantId: state.participant.id };
  return (
    <>
      <Receipt {...told.value} />
      <LeftFiles {...owner} reason="access" drawings={told.value.drawings} />
    </>
  );
};
