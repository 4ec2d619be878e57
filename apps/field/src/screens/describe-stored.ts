import type { FieldSessionState } from '../inspection.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { formatTime } from '../texts/format-time.ts';
import { say } from '../texts/say.ts';
import { describeReceipt } from './describe-receipt.ts';

/** How many photos of this device the service has stored, and the receipt of them. */
export const describeStored = (
  { session, branding }: FieldSessionState,
  items: readonly Pick<QueueItem, 'slot' | 'receipt'>[],
): KeptEnd => {
  const photos = items.flatMap(({ slot, receipt }) => {
    if (!receipt) return [];
    const shot = session.shots.find((each) => each.slot === slot);
    return [{ ...receipt, label: shot?.label ?? '' }];
  });
  const receipt = describeReceipt({
    organisation: branding.organisation_name,
    sessionId: session.id,
    time: formatTime(new Date().toISOString()),
    photos,
    sayEntry: (sequence) => say('field.ended.entry', { sequence }),
  });
  return { stored: photos.length, receipt };
};
