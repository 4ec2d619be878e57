import { describe, expect, it } from 'vitest';
import { arrangeFigures, type Group, type Sized } from './arrange-figures.ts';

type Picture = Sized & { name: number };

const plain = (ratios: (number | null)[]): Group<Picture, string>[] =>
  ratios.map((ratio, name) => ({ photo: { ratio, name }, drawings: [], finding: null }));

/** A page's size in millimetres. */
const WIDTH = 174;

const widthOf = (figures: { width: number }[]): number =>
  figures.reduce((sum, { width }) => sum + width, 6 * (figures.length - 1));

const SHAPES = [4 / 3, 3 / 4, 16 / 9, 9 / 16, 1, null];
const mixed = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => SHAPES[(index * 5 + (index % 7)) % SHAPES.length] ?? 1.3);

describe.each(['full', 'contact_sheet'] as const)('rows of photos (%s)', (layout) => {
  it('are as wide as the page, all but the last, without a band beside a picture', () => {
    const rows = arrangeFigures(plain(mixed(60)), layout);
    for (const { figures } of rows.slice(0, -1)) {
      expect(widthOf(figures)).toBeGreaterThan(WIDTH * 0.8);
      for (const { figure, width, height } of figures) {
        if (figure.ratio && figure.ratio >= 0.6) expect(width / height).toBeCloseTo(figure.ratio, 1);
      }
    }
  });

  it('are in their order, each photo once', () => {
    const names = arrangeFigures(plain(mixed(60)), layout).flatMap(({ figures }) =>
      figures.map(({ figure }) => figure.name),
    );
    expect(names).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('are never wider than the page, nor higher than a third of it, whatever a picture is', () => {
    const odd = [0.01, 100, null, 5, 0.2, 1, 1, 1e9, 1e-9, 0.75, 0.75, 0.75, 30];
    for (let turn = 0; turn < odd.length; turn += 1) {
      const turned = [...odd.slice(turn), ...odd.slice(0, turn)];
      for (const { figures } of arrangeFigures(plain(turned), layout)) {
        expect(widthOf(figures)).toBeLessThanOrEqual(WIDTH);
        for (const { width, height } of figures) {
          expect(height).toBeLessThanOrEqual(64);
          expect(width).toBeGreaterThan(15);
        }
      }
    }
  });
});

it('a large row has its finding beside the picture as long as that is as high', () => {
  const lay = (ratio: number, letters: number) => {
    const finding = { letters, beside: 'beside', under: 'under' };
    const [row] = arrangeFigures(
      [{ photo: { ratio, name: 1 }, drawings: [], finding }, ...plain([1])],
      'full',
    );
    return [row!.lead!.finding, ...row!.below];
  };
  expect(lay(16 / 9, 400)).toEqual(['beside']);
  expect(lay(16 / 9, 700)).toEqual([null, 'under']);
  expect(lay(3 / 4, 1000)).toEqual(['beside']);
});
