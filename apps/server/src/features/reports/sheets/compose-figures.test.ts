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

const nameFigure = ({ title }: Figure): string => title.replace('Photo ', '').replace(', drawing ', '.');
/** `[large | beside it]`, `!` for a finding beside it and `_` for one below. */
const nameRow = ({ lead, figures, below }: FigureRow): string =>
  [
    ...(lead ? [`[${[lead.figure, ...(lead.side ? [lead.side] : [])].map(nameFigure).join(' | ')}]`] : []),
    ...(lead?.finding ? ['!'] : []),
    ...figures.map(({ figure }) => nameFigure(figure)),
    ...below.map(() => '_'),
  ].join(' ');
const lay = (kinds: string, layout: ReportInput['variant']['photos']) =>
  compose(Array.from(kinds, take), layout).rows.map(nameRow);

describe('the grid of photos', () => {
  it.each([
    ['', []],
    ['PPPPP', ['1 2', '3 4', '5']],
    ['PAP', ['[2.1 | 2]', '1 3']],
    ['PFPP', ['[2] !', '1 3', '4']],
    ['LB', ['[1] _', '[2.1 | 2] !']],
  ])('gives what was found or drawn a row of its own, and two others share one: %s', (kinds, rows) => {
    expect(lay(kinds, 'full')).toEqual(rows);
  });

  it.each([
    ['PPPPP', ['1 2 3', '4 5']],
    ['APFPBP', ['[1.1 | 1]', '[3] !', '[5.1 | 5] !', '2 4 6']],
    ['PFPL', ['[2] !', '[4] _', '1 3']],
  ])('of a contact sheet has three in a row: %s', (kinds, rows) => {
    expect(lay(kinds, 'contact_sheet')).toEqual(rows);
  });

  it('keeps each photo near its number, however many are large', () => {
    for (const kinds of ['PA'.repeat(100), `P${'A'.repeat(20)}P`]) {
      const order = compose(Array.from(kinds, take), 'full').rows.flatMap(({ lead, figures }) =>
        [...(lead ? [lead.side ?? lead.figure] : []), ...figures.map(({ figure }) => figure)].map(
          ({ title }) => Number(title.slice(6)),
        ),
      );
      for (const [index, number] of order.entries()) expect(Math.abs(number - index - 1)).toBeLessThan(6);
    }
  });

  it('shows each picture and each finding once, whatever stands where', () => {
    const kinds = Array.from({ length: 300 }, (_, index) => 'PPAFLB'[(index * 7 + (index % 5)) % 6]).join('');
    for (const layout of ['full', 'contact_sheet'] as const) {
      const { rows } = compose(Array.from(kinds, take), layout);
      const names = rows.flatMap(({ lead, figures }) =>
        [lead?.figure, lead?.side, ...figures.map(({ figure }) => figure)].flatMap((each) =>
          each ? [nameFigure(each)] : [],
        ),
      );
      const wanted = Array.from(kinds).flatMap((kind, index) =>
        'AB'.includes(kind) ? [`${index + 1}`, `${index + 1}.1`] : [`${index + 1}`],
      );
      expect(names.sort()).toEqual(wanted.sort());
      const found = rows.flatMap(({ lead, below }) => [...(lead?.finding ? [lead.finding] : []), ...below]);
      expect(found).toHaveLength(kinds.replaceAll(/[PA]/g, '').length);
    }
  });

  it('shows a photo with a finding, and a drawing, larger than a photo of the same shape without', () => {
    for (const layout of ['full', 'contact_sheet'] as const) {
      const { rows } = compose(Array.from('FBPPPPP', take), layout);
      const plain = Math.max(...rows.flatMap(({ figures }) => figures.map(({ height }) => height)));
      for (const { lead } of rows) if (lead) expect(lead.height).toBeGreaterThan(plain);
    }
  });

  it('says what was found, by whom and when, and of a picture that is not shown that it is not', () => {
    const [row] = compose([{ ...take('F'), picture: null }], 'full').rows;
    expect(row!.lead).toMatchObject({
      figure: { picture: null, missing: expect.stringContaining('withheld') as string },
      finding: {
        label: 'Finding',
        text: 'Two tiles are broken.',
        said: 'Ines Keller · 20 Nov 2026, 12:08:45',
      },
    });
  });

  it('names the photo of a finding that is too long to stand beside it', () => {
    const [large] = compose([take('P'), take('L')], 'full').rows;
    expect(large!.below.map(({ label }) => label)).toEqual(['Photo 2 · Finding']);
  });

  it('shows no slot as a program writes it', () => {
    const slots = ['roof_north', 'meter-cupboard', 'Ridge', '', '_'];
    const photos = slots.map((slot) => ({ ...take('P'), slot }));
    const { rows } = composeSheet({ ...sample, photos, shots: [] }, new Map()).photos;
    expect(rows.flatMap(({ figures }) => figures.map(({ figure }) => figure.detail))).toEqual([
      'Roof north',
      'Meter cupboard',
      'Ridge',
      '',
      '',
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
