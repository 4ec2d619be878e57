import type { ReportParticipant } from './report-input.ts';
import { readField, readText } from './read-payload.ts';
import type { ReportRows } from './read-report-rows.ts';

/**
 * Who took part, and who was invited and did not come. A revoked invite that nobody used is in the audit trail
 * alone. Somebody who came back after leaving has not left.
 */
export const listParticipants = ({
  participants,
  marks,
}: Pick<ReportRows, 'participants' | 'marks'>): ReportParticipant[] => {
  const movesOf = Map.groupBy(
    marks.filter(({ kind }) => MOVES.includes(kind)),
    ({ payload }) => readText(payload, 'participant_id'),
  );
  return participants.flatMap((row): ReportParticipant[] => {
    const moves = movesOf.get(row.id) ?? [];
    const last = moves.at(-1);
    const joinedAt = moves.find(({ kind }) => kind === 'participant.joined')?.occurred_at ?? null;
    if (!joinedAt && row.revoked_at) return [];
    return [
      {
        name: joinNames(row.recipient_first_name, row.recipient_last_name),
        role: row.role as ReportParticipant['role'],
        joinedAt,
        leftAt: last?.kind === 'participant.left' ? last.occurred_at : null,
      },
    ];
  });
};

const MOVES = ['participant.joined', 'participant.left'];

/** The names that the chain discloses, by participant. What is redacted is not disclosed any more. */
export const discloseNames = ({
  marks,
  recipients,
}: Pick<ReportRows, 'marks' | 'recipients'>): ReadonlyMap<string, string> => {
  const ids = new Map(marks.map(({ sequence, payload }) => [sequence, readText(payload, 'participant_id')]));
  return new Map(
    recipients.map(({ sequence, value }) => [
      ids.get(sequence) ?? '',
      joinNames(readField(value, 'first_name'), readField(value, 'last_name')),
    ]),
  );
};

const joinNames = (...parts: unknown[]): string =>
  parts
    .filter((part) => typeof part === 'string')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
