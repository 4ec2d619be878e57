import { describe, expect, it } from 'vitest';
import english from '../catalogues/en.json' with { type: 'json' };
import { namePeople, numberEvidence, wordEntry } from './word-entry.ts';

const known = {
  names: namePeople([{ id: 'p1', recipient_first_name: 'Ada', recipient_last_name: 'Rossi' }]),
  numbers: numberEvidence([
    { id: 'e1', kind: 'photo' },
    { id: 'e2', kind: 'whiteboard' },
    { id: 'e3', kind: 'photo' },
  ]),
};
const word = (kind: string, payload: Record<string, unknown> = {}) =>
  wordEntry(
    { sequence: 1, kind, occurred_at: '2026-11-30T10:00:00.000Z', payload, prev_hash: '', hash: '' },
    known,
  );

describe('an entry of the chain', () => {
  it('names the person, and the photo by its number among the photos', () => {
    expect(word('participant.joined', { participant_id: 'p1' })).toMatchObject([
      { key: 'audit.participant.joined', values: { name: 'Ada Rossi' } },
    ]);
    expect(word('evidence.captured', { evidence_id: 'e3', evidence_kind: 'photo' })).toEqual([
      { key: 'audit.evidence.photo', values: { number: '2' } },
    ]);
    expect(word('evidence.finding', { evidence_id: 'e1' })).toMatchObject([{ values: { number: '1' } }]);
  });

  it('has a sentence in English for whatever the chains of a session hold', () => {
    const kinds = [
      ...['session.outcome', 'session.held', 'session.released', 'retention.redacted', 'anchor.received'],
      ...[
        'report.ready',
        'report.shared',
        'report.opened',
        'report.link_revoked',
        'signature.applied',
        'participant.done',
      ],
    ];
    expect(kinds.filter((kind) => !(word(kind)[0]!.key in english))).toEqual([]);
  });

  it('has a sentence for each consent that it changes', () => {
    const sentences = word('consent.changed', { participant_id: 'p1', camera: 'granted', gps: 'denied' });
    expect(sentences.map(({ key, state }) => [key, state])).toEqual([
      ['audit.consent.camera', 'granted'],
      ['audit.consent.gps', 'denied'],
    ]);
  });

  it('says which details were changed, and is named by its kind where it says none', () => {
    expect(word('session.updated', { notes: {}, metadata: {} })[0]!.fields).toEqual(['notes', 'metadata']);
    expect(word('session.updated')).toEqual([{ key: 'audit.other', values: { kind: 'session.updated' } }]);
  });

  it('of a file that has no word is a file, and has no number where the list does not know it', () => {
    expect(word('evidence.captured', { evidence_id: 'e9', evidence_kind: 'hologram' })).toEqual([
      { key: 'audit.evidence.file', values: { number: '' } },
    ]);
  });
});
