import { describe, expect, it } from 'vitest';
import type { ReportLocation, ReportPhoto } from '../input/report-input.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { writeWords } from '../words/write-words.ts';
import { composeLocationSketch } from './compose-location-sketch.ts';

const [photo] = (await sampleReport()).photos;
const words = writeWords('en', 'UTC', '2026-11-20T10:00:00.000Z');
const at = (lat: number, lon: number, accuracy: number | null = 5): ReportLocation => ({
  lat,
  lon,
  accuracy,
});
const draw = (locations: (ReportLocation | null)[]) =>
  composeLocationSketch(
    locations.map((location): ReportPhoto => ({ ...photo!, location })),
    words,
  );

/** Some 100 metres at 45 degrees north. */
const NORTH = 100 / 111_320;
const EAST = 100 / (111_320 * Math.cos(Math.PI / 4));

describe('the sketch of the place', () => {
  it('has north at the top and east to the right, and its bar says how far', () => {
    const sketch = draw([at(45, 9), at(45 + NORTH, 9), null, at(45, 9 + EAST)])!;
    const [origin, north, east] = sketch.spots;
    expect(sketch.spots.map(({ label }) => label)).toEqual(['1', '2', '4']);
    expect([north!.x, east!.y]).toEqual([origin!.x, origin!.y]);
    const [up, right] = [origin!.y - north!.y, east!.x - origin!.x];
    expect(up).toBeCloseTo(right, 1);
    expect(sketch.bar).toEqual({ length: expect.closeTo(up / 2, 1) as number, label: '50 m' });
    expect(origin!.radius).toBeCloseTo(up / 20, 1);
  });

  it('marks photos from the same place once, by their numbers', () => {
    const far = at(45 + NORTH, 9);
    expect(
      draw([at(45, 9), at(45, 9), at(45, 9), far, at(45, 9), far])!.spots.map(({ label }) => label),
    ).toEqual(['1–3, 5', '4, 6']);
    const many = draw(Array.from({ length: 2000 }, (_, index) => at(45 + (index % 2) * NORTH, 9)))!;
    expect(many.spots.map(({ label }) => label)).toEqual(['1, 3, 5, …', '2, 4, 6, …']);
  });

  it('shows every mark and every circle within its frame', () => {
    const sketch = draw([at(45, 9, 5), at(45.3, 9.4, 400), at(45.1, 8.9, null), at(44.9, 9.2, 3000)])!;
    for (const { x, y, radius } of sketch.spots) {
      expect([x - radius > 0, y - radius > 0, x + radius < sketch.width, y + radius < sketch.height]).toEqual(
        Array(4).fill(true),
      );
    }
  });

  it('names the degrees of its net', () => {
    const { meridians, parallels } = draw([at(45.4642, 9.19, 10)])!;
    expect(meridians.length).toBeGreaterThan(1);
    expect(parallels.length).toBeGreaterThan(1);
    for (const { label } of meridians) expect(label).toMatch(/^9\.1\d{3}°$/);
    for (const { label } of parallels) expect(label).toMatch(/^45\.46\d{2}°$/);
    for (const lines of [meridians, parallels]) expect(lines.some(({ isNamed }) => isNamed)).toBe(true);
  });

  it('cuts no label by its frame, its arrow or its bar, wherever the net lies', () => {
    for (let step = 0; step < 40; step += 1) {
      const { meridians, parallels, width, height } = draw([
        at(45.4642 + step / 1e6, 9.19 + step / 1e6, 10),
      ])!;
      for (const { at: x, isNamed } of meridians) if (isNamed) expect(x).toBeLessThan(width - 15);
      for (const { at: y, isNamed } of parallels) {
        expect(y).toBeGreaterThan(4);
        if (isNamed) expect(y).toBeLessThan(height - 7);
      }
    }
  });

  it('holds together where the degrees begin anew', () => {
    expect(draw([at(-17, 179.9999), at(-17, -179.9999)])!.bar.label).toMatch(/^\d+ m$/);
    const { meridians } = draw([at(-17, 179.9999), at(-17, -179.9999)])!;
    for (const { label } of meridians) expect(Math.abs(parseFloat(label))).toBeLessThanOrEqual(180);
  });

  it.each([
    ['without a place', [null, null]],
    ['of places too far apart for a flat sketch', [at(45, 9), at(47, 9)]],
    ['of a place that is known to a country only', [at(45, 9, 90_000)]],
  ])('is not drawn %s', (_title, locations) => {
    expect(draw(locations)).toBeNull();
  });

  it('is drawn at a pole, too', () => {
    expect(draw([at(90, 0), at(89.9999, 0.01)])!.spots.length).toBeGreaterThan(0);
  });
});
