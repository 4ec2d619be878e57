import { CONSENT_MATTERS, CONSENT_VALUES, type ConsentMatter } from '@field-inspection/contract';
import type { ReportAuditEntry, ReportAuditEvent, ReportConsent } from './report-input.ts';
import { type EntryRow, readField, readText } from './read-report-rows.ts';

type Known = {
  names: ReadonlyMap<string, string>;
  numbers: ReadonlyMap<string, string>;
};

export const describeEntry = (entry: EntryRow, known: Known): ReportAuditEntry => ({
  sequence: entry.sequence,
  occurredAt: entry.occurred_at,
  ...describeEvent(entry, known),
});

const describeEvent = ({ kind, payload }: EntryRow, { names, numbers }: Known): ReportAuditEvent => {
  const name = names.get(readText(payload, 'participant_id')) ?? '';
  switch (kind) {
    case 'session.created':
    case 'session.ended':
    case 'session.expired':
    case 'session.outcome':
    case 'session.held':
    case 'session.released':
    case 'recording.started':
    case 'recording.stopped':
      return { kind };
    case 'participant.invited':
    case 'participant.asked':
    case 'participant.reissued':
    case 'participant.revoked':
    case 'participant.joined':
    case 'participant.done':
    case 'participant.left':
    case 'participant.locked':
    case 'otp.requested':
      return { kind, name };
    case 'session.updated':
      return describeUpdate(payload);
    case 'otp.refused':
      return { kind, name, attempt: Number(readField(payload, 'attempt')) };
    case 'consent.changed':
      return { kind, name, ...readConsents(payload) };
    case 'evidence.captured':
      return {
        kind,
        piece: PIECES.get(readText(payload, 'evidence_kind')) ?? 'file',
        number: numbers.get(readText(payload, 'evidence_id')) ?? '',
      };
    case 'evidence.finding':
      return {
        // An empty finding takes the one before it back, and commits to no words.
        kind: readText(payload, 'finding') === '' ? 'evidence.finding_taken_back' : kind,
        number: numbers.get(readText(payload, 'evidence_id')) ?? '',
      };
    default:
      return { kind: 'other', name: kind };
  }
};

const FIELDS = [
  'notes',
  'scheduled_for',
  'locale',
  'campaign',
  'type',
  'reference',
  'site_address',
  'metadata',
] as const;

const describeUpdate = (payload: unknown): ReportAuditEvent => {
  const changes = FIELDS.filter((field) => readField(payload, field) !== undefined);
  return changes.length > 0
    ? { kind: 'session.updated', changes }
    : { kind: 'other', name: 'session.updated' };
};

const readConsents = (payload: unknown): Partial<Record<ConsentMatter, ReportConsent>> =>
  Object.fromEntries(
    CONSENT_MATTERS.flatMap((matter) => {
      const state = CONSENT_VALUES.find((value) => value === readText(payload, matter));
      return state ? [[matter, state]] : [];
    }),
  );

type Piece = Extract<ReportAuditEvent, { kind: 'evidence.captured' }>['piece'];

const PIECES = new Map<string, Piece>([
  ['photo', 'photo'],
  ['annotation', 'annotation'],
  ['whiteboard', 'whiteboard'],
  ['recording', 'recording'],
  ['clip', 'recording'],
  ['signature', 'signature'],
]);
