import { Readable } from 'node:stream';
import type { Drawing } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawing } from './export-drawing.ts';

const DRAWING: Drawing = {
  width: 1280,
  height: 720,
  strokes: [
    {
      tool: 'line',
      color: '#000000',
      size: 1,
      points: [
        [0, 0],
        [9, 9],
      ],
    },
  ],
};

const context = {
  objects: { get: () => Promise.resolve(Readable.from([JSON.stringify(DRAWING)])) },
  database: {},
} as never;

const rowOf = (organisation_id: string, session_id: string) =>
  ({
    organisation_id,
    id: session_id,
    session_id,
    kind: 'whiteboard',
    annotates: null,
    sha256: 'a'.repeat(64),
    captured_at: new Date('2026-11-20T12:00:00Z'),
  }) as EvidenceRow;

test.each([
  ['SVG', 'session of its organisation', 'svg', 'one'],
  ['picture', 'session of its organisation', 'display', 'one'],
  ['SVG', 'organisation', 'svg', 'another'],
  ['picture', 'organisation', 'display', 'another'],
] as const)(
  'a session of which many drawings are asked for at once holds up another for one of them, and not for all: %s, %s',
  async (_what, _whose, variant, organisationId) => {
    const done: string[] = [];
    const ask = async (row: EvidenceRow) => {
      await exportDrawing(context, row, variant);
      done.push(row.id);
    };
    const greedy = Array.from({ length: 8 }, () => ask(rowOf('one', 'greedy')));
    await Promise.all([...greedy, ask(rowOf(organisationId, 'another'))]);
    expect(done.toSorted()).toEqual(['another', ...Array<string>(8).fill('greedy')]);
    // Either of the two may be the first.
    expect(done.indexOf('another')).toBeLessThan(3);
  },
);
