import type { AuditEntry, Evidence, Invite } from '@field-inspection/sdk';

/** A text's key and values, of which `state` and each of `fields` are words with a text of their own. */
export type EntryWords = { key: string; values: Record<string, string>; state?: string; fields?: string[] };

type Known = { names: ReadonlyMap<string, string>; numbers: ReadonlyMap<string, number> };

const MATTERS = ['camera', 'microphone', 'gps', 'recording'];
const FIELDS = [
  'notes',
  'scheduled_for',
  'locale',
  'campaign',
  'type',
  'reference',
  'site_address',
  'metadata',
];
const PIECES = new Map([
  ['photo', 'photo'],
  ['annotation', 'annotation'],
  ['whiteboard', 'whiteboard'],
  ['recording', 'recording'],
  ['clip', 'recording'],
  ['signature', 'signature'],
]);

/** An entry of the chain as sentences: a change of several consents is one for each. */
export const wordEntry = ({ kind, payload }: AuditEntry, { names, numbers }: Known): EntryWords[] => {
  const name = names.get(readText(payload, 'participant_id')) ?? '';
  const number = String(numbers.get(readText(payload, 'evidence_id')) ?? '');
  switch (kind) {
    case 'session.updated': {
      const fields = FIELDS.filter((field) => payload[field] !== undefined);
      return fields.length > 0 ? [{ key: `audit.${kind}`, values: {}, fields }] : [other(kind)];
    }
    case 'otp.refused':
      return [{ key: `audit.${kind}`, values: { name, attempt: String(payload.attempt) } }];
    case 'consent.changed':
      return MATTERS.filter((matter) => typeof payload[matter] === 'string').map((matter) => ({
        key: `audit.consent.${matter}`,
        values: { name },
        state: readText(payload, matter),
      }));
    case 'evidence.captured': {
      const piece = PIECES.get(readText(payload, 'evidence_kind')) ?? 'file';
      return [{ key: `audit.evidence.${piece}`, values: { number } }];
    }
    default:
      return [{ key: `audit.${kind}`, values: { name, number, kind } }];
  }
};

const other = (kind: string): EntryWords => ({ key: 'audit.other', values: { kind } });

const readText = (payload: AuditEntry['payload'], field: string): string => {
  const value = payload[field];
  return typeof value === 'string' ? value : '';
};

type Person = Pick<Invite, 'id' | 'recipient_first_name' | 'recipient_last_name'>;

export const fullName = ({ recipient_first_name: first, recipient_last_name: last }: Person): string =>
  `${first} ${last}`.trim();

export const namePeople = (people: readonly Person[]): ReadonlyMap<string, string> =>
  new Map(people.map((person) => [person.id, fullName(person)]));

/** Pieces are numbered within their kind, the oldest first. */
export const numberEvidence = (
  evidence: readonly Pick<Evidence, 'id' | 'kind'>[],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  return new Map(
    evidence.map(({ id, kind }) => {
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      return [id, number];
    }),
  );
};
