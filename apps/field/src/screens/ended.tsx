import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import { keepEnd, type KeptEnd } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { Heading } from '../parts/heading.tsx';
import { LeftFiles } from './left-files.tsx';
import { Receipt } from './receipt.tsx';

/** What was stored, something to keep of it, and what is left on the device. */
export const Ended = ({ end, state }: { end: KeptEnd; state?: FieldSessionState | undefined }) => {
  const told = useSignal<KeptEnd | undefined>(state ? undefined : end);
  useEffect(() => {
    if (!state) return;
    void import('../receipt/describe-kept.ts')
      .then(({ describeKept }) => describeKept(state))
      .then((kept) => ({ ...end, ...kept }))
      .catch(() => end)
      .then((found) => {
        keepEnd(found);
        told.value = found;
      });
  }, [state]);
  return (
    <>
      <Heading>{say('field.ended.heading')}</Heading>
      {told.value && (
        <>
          <LeftFiles reason="ended" drawings={told.value.drawings} />
          <Receipt {...told.value} />
        </>
      )}
      <p class="advice">{say('field.ended.body')}</p>
    </>
  );
};
