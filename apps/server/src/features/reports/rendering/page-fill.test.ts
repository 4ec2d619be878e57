import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input/report-input.ts';
import { renderReport } from './render-report.ts';
import { type Fill, measurePages } from './testing/measure-pages.ts';
import { sampleAnnotation, sampleFinding, samplePhotos, sampleReport } from './testing/sample-report.ts';

const sixty = await samplePhotos(60, 0.05);
sixty[0]!.annotations.push(await sampleAnnotation('over'));
sixty[2]!.finding = sampleFinding();
sixty[8]!.finding = sampleFinding('Damp from below. '.repeat(50));
sixty[11]!.annotations.push(await sampleAnnotation('beside'));
sixty[11]!.finding = sampleFinding();

const sample = await sampleReport({ photos: [] });
const lay = async (count: number, changes: Partial<ReportInput> = {}): Promise<Fill[]> => {
  const photos = sixty.slice(0, count);
  const layout = count > 12 ? 'contact_sheet' : 'full';
  const variant = { auditTrail: 'printed', photos: layout } as const;
  return measurePages((await renderReport({ ...sample, photos, variant, ...changes })).pdf);
};

describe('no page but the last', () => {
  it.each([0, 1, 2, 3, 5, 6, 7, 12, 13, 25, 60])(
    'is less than two thirds full with %i photos',
    async (count) => {
      const pages = await lay(count);
      expect(pages.length).toBeGreaterThan(2);
      for (const { end, gap } of pages.slice(0, -1)) {
        expect(end).toBeGreaterThanOrEqual(2 / 3);
        expect(gap).toBeLessThanOrEqual(1 / 3);
      }
    },
  );

  it.each(['de', 'el', 'bg', 'hu', 'fr'] as const)('is so in %s', async (locale) => {
    for (const count of [6, 25]) {
      const pages = await lay(count, { locale });
      for (const { end } of pages.slice(0, -1)) expect(end).toBeGreaterThanOrEqual(2 / 3);
    }
  });
});

it('a page is measured: what is left out of a report leaves its first page emptier', async () => {
  const bare = { notes: '', reference: '', type: '', siteAddress: '' };
  const [full, empty] = [
    await lay(0),
    await lay(0, {
      outcome: null,
      shots: [],
      session: { ...sample.session, ...bare },
      whiteboards: [],
      recordings: [],
      signature: null,
      auditTrail: [],
    }),
  ];
  expect(empty.length).toBeLessThan(full.length);
  expect(empty.at(-1)!.end).toBeLessThan(1);
});
