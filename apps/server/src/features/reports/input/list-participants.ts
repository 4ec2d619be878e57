import type { ReportParticipant } from './report-input.ts';
import { type EntryRow, readField, readText, type ReportRows } from './read-report-rows.ts';

type Invite = ReportRows['participants'][number];

/** Each person once. A revoked invite that nobody used is in the audit trail alone. */
export const listParticipants = ({
  participants,
  marks,
}: Pick<ReportRows, 'participants' | 'marks'>): ReportParticipant[] => {
  const movesOf = Map.groupBy(
    marks.filter(({ kind }) => MOVES.includes(kind)),
    ({ payload }) => readText(payload, 'participant_id'),
  );
  const shown = participants.filter(({ id, revoked_at }) => !revoked_at || movesOf.has(id));
  const people = Map.groupBy(shown, tellPeopleApart(participants, marks));
  return [...people.values()].flatMap((invites): ReportParticipant[] => {
    const [invite] = invites;
    const person = {
      name: nameOf(invite!),
      role: invite!.role as ReportParticipant['role'],
      ...spanMoves(invites.map(({ id }) => movesOf.get(id) ?? [])),
    };
    return person.name === '' && person.joinedAt === null ? [] : [person];
  });
};

const MOVES = ['participant.joined', 'participant.left'];

/** The first join and the last leave over all invites of a person; no leave for a person who is still in. */
const spanMoves = (moves: EntryRow[][]): Pick<ReportParticipant, 'joinedAt' | 'leftAt'> => {
  const joins = moves.flat().filter(({ kind }) => kind === 'participant.joined');
  const last = moves.flatMap((each) => each.at(-1) ?? []).sort(inOrder);
  const hasLeft = last.every(({ kind }) => kind === 'participant.left');
  return {
    joinedAt: joins.sort(inOrder)[0]?.occurred_at ?? null,
    leftAt: hasLeft ? (last.at(-1)?.occurred_at ?? null) : null,
  };
};

const inOrder = (one: EntryRow, other: EntryRow): number => one.sequence - other.sequence;

/** The same person has a further invite of an earlier one, or the same name and address: two may share a name. */
const tellPeopleApart = (participants: Invite[], marks: EntryRow[]) => {
  const inviteOf = new Map(participants.map((invite) => [invite.id, invite]));
  const askedBefore = new Map(
    marks
      .filter(({ kind }) => kind === 'participant.asked')
      .map(({ payload }) => [readText(payload, 'participant_id'), readText(payload, 'asked_before')]),
  );
  const keyOf = (invite: Invite): string => {
    const before = inviteOf.get(askedBefore.get(invite.id) ?? '');
    if (before) return keyOf(before);
    const { id, role, recipient_email, recipient_phone } = invite;
    if (recipient_email === '' && recipient_phone === '') return id;
    return JSON.stringify([role, nameOf(invite), recipient_email, recipient_phone]);
  };
  return keyOf;
};

const nameOf = ({ recipient_first_name, recipient_last_name }: Invite): string =>
  joinNames(recipient_first_name, recipient_last_name);

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
