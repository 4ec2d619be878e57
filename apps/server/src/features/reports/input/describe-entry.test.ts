import { describe, expect, it } from 'vitest';
import { describeEntry } from './describe-entry.ts';

const known = { names: new Map([['p1', 'Ada']]), numbers: new Map([['e1', '3.1']]) };
const describeOne = (kind: string, payload: unknown) => {
  const { sequence, occurredAt, ...event } = describeEntry(
    { sequence: 7, kind, occurred_at: '2026-11-20T10:00:00.000Z', payload: payload as never },
    known,
  );
  expect([sequence, occurredAt]).toEqual([7, '2026-11-20T10:00:00.000Z']);
  return event;
};

describe('an entry in words', () => {
  it('names what has no words by its kind', () => {
    expect(describeOne('evidence.withdrawn', {})).toEqual({ kind: 'other', name: 'evidence.withdrawn' });
    expect(describeOne('toString', {})).toEqual({ kind: 'other', name: 'toString' });
  });

  it.each(['session.outcome', 'session.held', 'session.released'])('has words for %s', (kind) => {
    expect(describeOne(kind, { outcome: 'passed' })).toEqual({ kind });
  });

  it.each([
    ['photo', 'photo'],
    ['signature', 'signature'],
    ['clip', 'recording'],
    ['document', 'file'],
    ['constructor', 'file'],
  ])('says of a %s that it is a %s', (evidenceKind, piece) => {
    expect(describeOne('evidence.captured', { evidence_kind: evidenceKind, evidence_id: 'e1' })).toEqual({
      kind: 'evidence.captured',
      piece,
      number: '3.1',
    });
  });

  it('tells a finding that was taken back from one that was said', () => {
    const said = { evidence_id: 'e1', finding: 'a commitment' };
    expect(describeOne('evidence.finding', said)).toEqual({ kind: 'evidence.finding', number: '3.1' });
    expect(describeOne('evidence.finding', { evidence_id: 'e1' })).toEqual({
      kind: 'evidence.finding_taken_back',
      number: '3.1',
    });
  });

  it('says what was changed, and of what it has no word for that it is another entry', () => {
    const payload = { credential_id: 'c', notes: 'a commitment', scheduled_for: null };
    expect(describeOne('session.updated', payload)).toEqual({
      kind: 'session.updated',
      changes: ['notes', 'scheduled_for'],
    });
    expect(describeOne('session.updated', { credential_id: 'c' })).toEqual({
      kind: 'other',
      name: 'session.updated',
    });
  });

  it('says of a consent what changed, and no state that there is not', () => {
    expect(describeOne('consent.changed', { participant_id: 'p1', gps: 'revoked', camera: 'maybe' })).toEqual(
      {
        kind: 'consent.changed',
        name: 'Ada',
        gps: 'revoked',
      },
    );
  });

  it('says of each matter on its own what was answered', () => {
    const answers = { camera: 'granted', microphone: 'denied', gps: 'pending', recording: 'revoked' };
    const payload = { participant_id: 'p1', ...answers, text_version: '1', locale: 'de' };
    expect(describeOne('consent.changed', payload)).toEqual({
      kind: 'consent.changed',
      name: 'Ada',
      ...answers,
    });
  });

  it.each([null, [], 'text', 7])('takes a payload that is %j as an empty one', (payload) => {
    expect(describeOne('participant.left', payload)).toEqual({ kind: 'participant.left', name: '' });
  });
});
