import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import type { Reason } from '../queue/shelf/queue-item.ts';
import { describeKept } from '../receipt/describe-kept.ts';
import { keepEnd, sessionId, type KeptEnd } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { Receipt } from './receipt.tsx';
import { Unsaved } from './unsaved.tsx';

export type WhatIsLeftProps = {
  /** Why nothing more is sent. */
  reason: Reason;
  /** What is known of the end. */
  end?: KeptEnd | undefined;
  /** With what was known of the session, where what was stored of it is still to be counted. */
  state?: FieldSessionState | undefined;
  /** Whose; without, that of each participant that the device has been. */
  participantId?: string | undefined;
};

/** What was stored, something to keep of it, and what is left on the device, when its way into the session is over. */
export const WhatIsLeft = ({ reason, end = NOTHING, state, participantId }: WhatIsLeftProps) => {
  const told = useSignal<KeptEnd | undefined>(state ? undefined : end);
  // Until it is known what is left, nobody is told to go.
  const unsaved = useSignal<number | undefined>(undefined);
  useEffect(() => {
    if (!state) return;
    // Before what is stored leaves the device.
    void describeKept(state)
      .then((kept) => ({ ...end, ...kept }))
      .catch(() => end)
      .then((found) => {
        keepEnd(found);
        told.value = found;
      });
  }, [state]);
  if (!told.value) return null;
  return (
    <>
      <Unsaved
        owner={{ sessionId, participantId }}
        reason={reason}
        drawings={told.value.drawings ?? []}
        onUnsaved={(count) => (unsaved.value = count)}
      />
      <Receipt {...told.value} />
      {reason === 'ended' && unsaved.value === 0 && <p class="advice">{say('field.ended.body')}</p>}
    </>
  );
};

const NOTHING: KeptEnd = { stored: 0, receipt: '' };
