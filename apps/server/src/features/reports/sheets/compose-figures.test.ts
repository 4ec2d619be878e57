import { describe, expect, it } from 'vitest';
import type { ReportInput, ReportPhoto } from '../input/report-input.ts';
import { sampleFinding, sampleReport } from '../rendering/testing/sample-report.ts';
import type { Cell, FigureRow } from './compose-figures.ts';
import { composeSheet } from './compose-sheet.ts';

const sample = await sampleReport();
const [annotation] = sample.photos[0]!.annotations;
const SHORT = sampleFinding('Two tiles are broken.');
const LONG = sampleFinding('Damp. '.repeat(150));

const FINDINGS = new Map([
  ['F', SHORT],
  ['B', SHORT],
  ['L', LONG],
]);

/** P is a photo, A one with an annotation, F one with a short finding and L one with a long one, B has both. */
const take = (kind: string): ReportPhoto => ({
  ...sample.photos[1]!,
  annotations: 'AB'.includes(kind) ? [annotation!] : [],
  finding: FINDINGS.get(kind) ?? null,
});

const compose = (photos: ReportPhoto[], layout: ReportInput['variant']['photos']) =>
  composeSheet({ ...sample, photos, variant: { auditTrail: 'printed', photos: layout } }, new Map()).photos;

const nameCell = (cell: Cell): string =>
  'finding' in cell
    ? '-'.repeat(cell.columns)
    : cell.figure.title.replace('Photo ', '').replace(', annotation ', '.');
const nameRow = ({ cells, below }: FigureRow): string => cells.map(nameCell).join(' ') + (below ? ' _' : '');
const lay = (kinds: string, layout: ReportInput['variant']['photos']) =>
  compose(Array.from(kinds, take), layout).rows.map(nameRow);

describe('the grid of photos', () => {
  it.each([
    ['', []],
    ['PPPPP', ['1 2', '3 4', '5']],
    ['PAP', ['1', '2 2.1', '3']],
    ['PFPP', ['1', '2 -', '3 4']],
    ['LB', ['1 -', '2 2.1 _']],
  ])('has two columns, and what belongs to a photo beside it: %s', (kinds, rows) => {
    expect(lay(kinds, 'full')).toEqual(rows);
  });

  it.each([
    ['PPPPP', ['1 2 3', '4 5']],
    ['APFPBP', ['1 1.1 2', '3 - 4', '5 5.1 -', '6']],
    ['PFPL', ['1 2 -', '3', '4 --']],
  ])('of a contact sheet has three: %s', (kinds, rows) => {
    expect(lay(kinds, 'contact_sheet')).toEqual(rows);
  });

  it('shows each picture and each finding once, in the order of the photos, whatever stands where', () => {
    const kinds = Array.from({ length: 300 }, (_, index) => 'PPAFLB'[(index * 7 + (index % 5)) % 6]).join('');
    for (const layout of ['full', 'contact_sheet'] as const) {
      const { rows } = compose(Array.from(kinds, take), layout);
      const numbers = rows.flatMap(({ cells }) =>
        cells.flatMap((cell) => ('figure' in cell ? [Number(nameCell(cell))] : [])),
      );
      const wanted = Array.from(kinds).flatMap((kind, index) =>
        'AB'.includes(kind) ? [index + 1, Number(`${index + 1}.1`)] : [index + 1],
      );
      expect(numbers).toEqual(wanted);
      const found = rows.flatMap(({ cells, below }) => [
        ...cells.flatMap((cell) => ('finding' in cell ? [cell.finding] : [])),
        ...(below ? [below] : []),
      ]);
      expect(found).toHaveLength(kinds.replaceAll(/[PA]/g, '').length);
    }
  });

  it('says what was found, by whom and when, and of a picture that is not shown that it is not', () => {
    const [row] = compose([{ ...take('F'), picture: null }], 'full').rows;
    expect(row!.cells).toEqual([
      {
        figure: expect.objectContaining({
          picture: null,
          missing: expect.stringContaining('withheld') as string,
        }) as object,
      },
      {
        finding: {
          label: 'Finding',
          text: 'Two tiles are broken.',
          said: 'Ines Keller · 20 Nov 2026, 12:08:45',
        },
        columns: 1,
      },
    ]);
  });
});

it('the register names each piece with its times, its place and its hash', () => {
  const { register } = composeSheet(sample, new Map());
  const { photos, whiteboards, recordings, signature } = sample;
  expect(register!.rows.map(({ hash }) => hash)).toEqual(
    [
      ...photos.flatMap((photo) => [photo, ...photo.annotations]),
      ...whiteboards,
      ...recordings,
      signature!,
    ].map(({ sha256 }) => sha256),
  );
  expect(register!.rows[0]).toMatchObject({
    name: 'Photo 1',
    times: ['Captured 20 Nov 2026, 11:32:05', 'Received 20 Nov 2026, 11:32:08'],
    place: 'Place 45.464200, 9.190000 (±5 m)',
  });
});
