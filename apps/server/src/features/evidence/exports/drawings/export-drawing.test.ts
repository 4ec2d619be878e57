import { Readable } from 'node:stream';
import type { Drawing } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import type { EvidenceRow } from '../evidence-view.ts';
import { exportDrawingPicture, exportDrawingSvg } from './export-drawing.ts';

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

const rowOf = (organisation_id: string) =>
  ({
    organisation_id,
    id: organisation_id,
    session_id: organisation_id,
    kind: 'whiteboard',
    annotates: null,
    sha256: 'a'.repeat(64),
    captured_at: new Date('2026-11-20T12:00:00Z'),
  }) as EvidenceRow;

test.each([
  ['SVG', exportDrawingSvg],
  ['picture', exportDrawingPicture],
] as const)(
  'an organisation that asks for many drawings at once holds up another for one of them, and not for all: %s',
  async (_, exportDrawing) => {
    const done: string[] = [];
    const ask = async (organisationId: string) => {
      await exportDrawing(context, rowOf(organisationId));
      done.push(organisationId);
    };
    await Promise.all([...Array.from({ length: 8 }, () => ask('greedy')), ask('another')]);
    expect(done.toSorted()).toEqual(['another', ...Array<string>(8).fill('greedy')]);
    // Either of the two may be the first whose object has been read.
    expect(done.indexOf('another')).toBeLessThan(3);
  },
);
