import type { FieldSessionState } from '../inspection.ts';
import type { DrawingKind, QueueItem } from '../queue/shelf/queue-item.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { formatTime } from '../texts/format-time.ts';
import { say } from '../texts/say.ts';
import { countDrawn } from './count-drawn.ts';
import { describeReceipt } from './describe-receipt.ts';

type Item = Pick<QueueItem, 'kind' | 'slot' | 'whiteboard' | 'receipt'>;

/** How much of this device the service has stored, and the receipt of it. */
export const describeStored = ({ session, branding }: FieldSessionState, items: readonly Item[]): KeptEnd => {
  const stored = items.filter(({ receipt }) => receipt);
  const nameOf = ({ kind, slot }: Item): string =>
    kind === 'photo' ? (session.shots.find((each) => each.slot === slot)?.label ?? '') : sayKind(kind);
  const receipt = describeReceipt({
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

const sayKind = (kind: DrawingKind): string => say(`field.ended.${kind}`);
