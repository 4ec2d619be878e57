import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { nameDrawing } from '../parts/name-drawing.ts';
import { formatTime } from '../texts/format-time.ts';
import { say } from '../texts/say.ts';
import { countDrawn } from './count-drawn.ts';
import { describeReceipt } from './describe-receipt.ts';

type Item = Pick<QueueItem, 'kind' | 'slot' | 'whiteboard' | 'receipt'>;

/** Describes the pieces of this device that the service has stored, with their receipt. */
export const describeStored = ({ session, branding }: FieldSessionState, items: readonly Item[]): KeptEnd => {
  const stored = items.filter(({ receipt }) => receipt);
  const labelOf = (slot: string | undefined) => session.shots.find((each) => each.slot === slot)?.label ?? '';
  const nameOf = ({ kind, slot }: Item): string =>
    kind === 'photo' ? labelOf(slot) : nameDrawing(kind, labelOf(slot));
  const receipt = describeReceipt({
    heading: say('field.welcome.heading'),
    organisation: branding.organisation_name,
    sessionId: session.id,
    time: formatTime(new Date().toISOString()),
    pieces: stored.map((item) => ({ ...item.receipt!, label: nameOf(item) })),
    sayEntry: (sequence) => say('field.ended.entry', { sequence }),
  });
  return {
    stored: stored.filter(({ kind }) => kind === 'photo').length,
    drawn: countDrawn(stored),
    receipt,
  };
};
