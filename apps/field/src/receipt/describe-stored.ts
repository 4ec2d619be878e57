import type { FieldSessionState } from '../inspection.ts';
import type { DrawingKind, QueueItem } from '../queue/shelf/queue-item.ts';
import type { KeptEnd } from '../service/kept-session.ts';
import { nameDrawing } from '../parts/name-pieces.ts';
import { formatTime, say } from '../texts/say.ts';

type Item = Pick<QueueItem, 'kind' | 'slot' | 'whiteboard' | 'receipt'>;

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

export const countDrawn = (
  items: readonly Pick<QueueItem, 'kind' | 'whiteboard'>[],
): Partial<Record<DrawingKind, number>> => {
  const counts: Partial<Record<DrawingKind, number>> = {};
  const counted = new Set<string>();
  for (const { kind, whiteboard } of items) {
    if (kind === 'photo' || (whiteboard && counted.has(whiteboard))) continue;
    if (whiteboard) counted.add(whiteboard);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

type StoredPiece = {
  /** '': the photo is of no shot. */
  label: string;
  sha256: string;
  sequence: number | undefined;
};

type Receipt = {
  heading: string;
  organisation: string;
  sessionId: string;
  time: string;
  pieces: readonly StoredPiece[];
  sayEntry: (sequence: number) => string;
};

export const describeReceipt = ({
  heading,
  organisation,
  sessionId,
  time,
  pieces,
  sayEntry,
}: Receipt): string => {
  const head = [heading, organisation, sessionId, time].join('\n');
  return [head, ...pieces.map((piece, at) => describePiece(piece, at + 1, sayEntry))].join('\n\n') + '\n';
};

const describePiece = (
  { label, sha256, sequence }: StoredPiece,
  number: number,
  sayEntry: Receipt['sayEntry'],
): string =>
  [
    `${number}. ${label}`.trimEnd(),
    ...(sequence === undefined ? [] : [`   ${sayEntry(sequence)}`]),
    `   SHA-256 ${sha256}`,
  ].join('\n');
