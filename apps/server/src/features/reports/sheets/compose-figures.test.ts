import { describe, expect, it } from 'vitest';
import type { ReportInput, ReportPhoto } from '../input/report-input.ts';
import { sampleFinding, sampleReport } from '../rendering/testing/sample-report.ts';
import type { Figure, FigureRow } from './compose-figures.ts';
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

const nameFigure = ({ title, finding }: Figure): string =>
  title.replace('Photo ', '').replace(', drawing ', '.') + (finding ? '!' : '');
const nameRow = ({ figures, below }: FigureRow): string =>
  [...figures.map(nameFigure), ...below.map(() => '_')].join(' ');
const lay = (kinds: string, layout: ReportInput['variant']['photos']) =>
  compose(Array.from(kinds, take), layout).rows.map(nameRow);

describe('the grid of photos', () => {
  it.each([
    ['', []],
    ['PPPPP', ['1 2', '3 4', '5']],
    ['PAP', ['1 3', '2 2.1']],
    ['PFPP', ['1 2!', '3 4']],
    ['LB', ['2! 2.1', '1 _']],
  ])('has two columns, a drawing beside its photo, and no gap before the last row: %s', (kinds, rows) => {
    expect(lay(kinds, 'full')).toEqual(rows);
  });

  it.each([
    ['PPPPP', ['1 2 3', '4 5']],
    ['APFPBP', ['1 1.1 2', '3! 4 6', '5! 5.1']],
    ['PFPL', ['1 2! 3', '4 _']],
  ])('of a contact sheet has three: %s', (kinds, rows) => {
    expect(lay(kinds, 'contact_sheet')).toEqual(rows);
  });

  it('has no empty cell but after a lone last photo, however many drawings there are', () => {
    for (const kinds of ['PAPAPAPAPA', 'AAAAAAA', 'PPAFLBPPAFLB', 'APPPPPPPP']) {
      for (const layout of ['full', 'contact_sheet'] as const) {
        const { rows } = compose(Array.from(kinds, take), layout);
        const gaps = rows.filter(({ figures, columns }) => figures.length < columns);
        expect(gaps.map(({ figures }) => figures.length)).toEqual(gaps.length > 0 ? [1] : []);
        expect(rows.slice(0, -1)).not.toContain(gaps[0]);
      }
    }
  });

  it('keeps each photo near its number', () => {
    const kinds = 'PA'.repeat(100);
    const order = compose(Array.from(kinds, take), 'full').rows.flatMap(({ figures }) =>
      figures.flatMap(({ title }) => (title.includes('drawing') ? [] : [Number(title.slice(6))])),
    );
    for (const [index, number] of order.entries()) expect(Math.abs(number - index - 1)).toBeLessThan(6);
  });

  it('shows each picture and each finding once, whatever stands where', () => {
    const kinds = Array.from({ length: 300 }, (_, index) => 'PPAFLB'[(index * 7 + (index % 5)) % 6]).join('');
    for (const layout of ['full', 'contact_sheet'] as const) {
      const { rows } = compose(Array.from(kinds, take), layout);
      const names = rows.flatMap(({ figures }) => figures.map((each) => nameFigure(each).replace('!', '')));
      const wanted = Array.from(kinds).flatMap((kind, index) =>
        'AB'.includes(kind) ? [`${index + 1}`, `${index + 1}.1`] : [`${index + 1}`],
      );
      expect(names.sort()).toEqual(wanted.sort());
      const found = rows.flatMap(({ figures, below }) => [
        ...figures.flatMap((each) => each.finding ?? []),
        ...below,
      ]);
      expect(found).toHaveLength(kinds.replaceAll(/[PA]/g, '').length);
    }
  });

  it('says what was found, by whom and when, and of a picture that is not shown that it is not', () => {
    const [row] = compose([{ ...take('F'), picture: null }], 'full').rows;
    expect(row!.figures).toEqual([
      expect.objectContaining({
        picture: null,
        missing: expect.stringContaining('withheld') as string,
        finding: {
          label: 'Finding',
          text: 'Two tiles are broken.',
          said: 'Ines Keller · 20 Nov 2026, 12:08:45',
        },
      }) as object,
    ]);
  });

  it('names the photo of a finding that is too long to stand under it', () => {
    const [row] = compose([take('P'), take('L')], 'full').rows;
    expect(row!.below.map(({ label }) => label)).toEqual(['Photo 2 · Finding']);
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
