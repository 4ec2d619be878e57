import { Button } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import { openShelf } from '../queue/shelf/open-shelf.ts';
import type { Reason } from '../queue/shelf/queue-item.ts';
import { describeStored } from '../receipt/describe-stored.ts';
import { keepEnd, type KeptEnd, sessionId } from '../service/kept-session.ts';
import { saveFile } from '../service/save-file.ts';
import { say } from '../texts/say.ts';
import { Unsaved } from './unsaved.tsx';

export type WhatIsLeftProps = {
  /** Reason that nothing more is sent. */
  reason: Reason;
  end?: KeptEnd | undefined;
  /** Last known session, where its stored pieces are still to be counted. */
  state?: FieldSessionState | undefined;
  /** Participant; without one, each that the device has been. */
  participantId?: string | undefined;
};

/** Shows the stored pieces, a receipt to keep and what is left on the device, once the way into the session is over. */
export const WhatIsLeft = ({ reason, end = NOTHING, state, participantId }: WhatIsLeftProps) => {
  const told = useSignal<KeptEnd | undefined>(state ? undefined : end);
  // Nobody is told to go until the rest on the device is known.
  const unsaved = useSignal<number | undefined>(undefined);
  useEffect(() => {
    if (!state) return;
    // The pieces are described before they leave the device.
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

/** Describes the stored pieces that the device has kept, where no inspection is open. */
const describeKept = async (state: FieldSessionState): Promise<KeptEnd> => {
  const shelf = await openShelf({ sessionId, participantId: state.participant.id }, () => undefined);
  const end = describeStored(state, shelf.kept.value);
  shelf.close();
  return end;
};

/** Shows the number of stored pieces, and a file to keep. */
const Receipt = ({ stored, drawn = {}, receipt }: KeptEnd) => {
  const kinds = Object.entries(drawn);
  if (stored === 0 && kinds.length === 0) return null;
  return (
    <>
      <p class="text">{stored > 0 && say('field.ended.stored', { count: stored })}</p>
      <dl class="facts counts">
        {kinds.map(([kind, count]) => (
          <div key={kind}>
            <dt>{say(`field.ended.${kind}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
        {say('field.ended.receipt')}
      </Button>
    </>
  );
};
