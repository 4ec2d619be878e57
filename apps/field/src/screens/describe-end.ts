import type { Inspection } from '../inspection.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { formatTime } from '../texts/format-time.ts';
import { say } from '../texts/say.ts';
import { describeReceipt } from './describe-receipt.ts';

/** What the person is told at the end: what this device has stored, and a receipt of it. */
export const describeEnd = ({ sessionId, state }: Inspection, items: readonly QueueItem[]): KeptEnd => {
  const { session, branding } = state.value;
  const photos = items.flatMap(({ slot, receipt }) => {
    if (!receipt) return [];
    const shot = session.shots.find((each) => each.slot === slot);
    return [{ ...receipt, label: shot?.label ?? '' }];
  });
  const receipt = describeReceipt({
    organisation: branding.organisation_name,
    sessionId,
    time: formatTime(new Date().toISOString()),
    photos,
    sayEntry: (sequence) => say('field.ended.entry', { sequence }),
  });
  return { receipt, stored: photos.length };
};
