import { describe, expect, it } from 'vitest';
import { listParticipants } from './list-participants.ts';
import type { EntryRow, ReportRows } from './read-report-rows.ts';

type Invite = ReportRows['participants'][number];

const invite = (id: string, name: string, changes: Partial<Invite> = {}) =>
  ({
    id,
    role: 'field',
    recipient_first_name: name,
    recipient_last_name: '',
    recipient_email: '',
    recipient_phone: '',
    revoked_at: null,
    ...changes,
  }) as Invite;
const marks = (...happened: [kind: string, id: string, before?: string][]) =>
  happened.map(([kind, participant_id, asked_before], index): EntryRow => ({
    sequence: index + 1,
    kind: `participant.${kind}`,
    occurred_at: `at ${index + 1}`,
    payload: { participant_id, ...(asked_before && { asked_before }) },
  }));
const list = (participants: Invite[], entries: EntryRow[]) =>
  listParticipants({ participants, marks: entries });
const field = (name: string, joinedAt: string | null = null, leftAt: string | null = null) => ({
  name,
  role: 'field',
  joinedAt,
  leftAt,
});

describe('the people of a report', () => {
  it('are each there once, however often they were asked for more', () => {
    const entries = marks(['joined', 'a'], ['left', 'a'], ['asked', 'b', 'a'], ['asked', 'c', 'b']);
    const invites = ['a', 'b', 'c'].map((id) => invite(id, 'Gina'));
    expect(list(invites, entries)).toEqual([field('Gina', 'at 1', 'at 2')]);
    expect(
      list(invites, [...entries, ...marks(['joined', 'c']).map((entry) => ({ ...entry, sequence: 9 }))]),
    ).toEqual([field('Gina', 'at 1')]);
  });

  it('are each there once where the same name and address were invited again', () => {
    const at = { recipient_email: 'gina@example.org' };
    const invites = [invite('a', 'Gina', at), invite('b', 'Gina', at), invite('c', 'Gina')];
    expect(list(invites, marks(['joined', 'b']))).toEqual([field('Gina', 'at 1'), field('Gina')]);
  });

  it('have left once they have by each of their links', () => {
    const invites = [invite('a', 'Gina'), invite('b', 'Gina')];
    const entries = marks(['joined', 'a'], ['asked', 'b', 'a'], ['joined', 'b'], ['left', 'a']);
    expect(list(invites, entries)).toEqual([field('Gina', 'at 1')]);
    expect(
      list(invites, [...entries, ...marks(['left', 'b']).map((entry) => ({ ...entry, sequence: 9 }))]),
    ).toEqual([field('Gina', 'at 1', 'at 1')]);
  });

  it('are two where two without a name joined, and none where nobody did', () => {
    const invites = [invite('a', ''), invite('b', ' '), invite('c', '')];
    expect(list(invites, marks(['joined', 'a'], ['joined', 'b']))).toEqual([
      field('', 'at 1'),
      field('', 'at 2'),
    ]);
  });

  it('are there where a used invite was revoked, and not where an unused one was', () => {
    const revoked = { revoked_at: new Date(0) };
    const invites = [invite('a', 'Ada', revoked), invite('b', 'Bob', revoked)];
    expect(list(invites, marks(['joined', 'a']))).toEqual([field('Ada', 'at 1')]);
  });
});
