import { expect, test } from 'vitest';
import { judgePicture, type Luminance } from './judge-picture.ts';

const [WIDTH, HEIGHT] = [120, 90];

const paint = (at: (x: number, y: number) => number): Luminance => ({
  width: WIDTH,
  height: HEIGHT,
  values: Array.from({ length: WIDTH * HEIGHT }, (_, index) => at(index % WIDTH, Math.floor(index / WIDTH))),
});

const bricks = paint((x, y) => 60 + ((Math.floor(x / 12) * 7 + Math.floor(y / 8) * 13) % 10) * 15);

const blur = ({ width, height, values }: Luminance, radius: number): Luminance =>
  paint((x, y) => {
    let [sum, count] = [0, 0];
    for (let down = -radius; down <= radius; down++) {
      for (let right = -radius; right <= radius; right++) {
        const [atX, atY] = [x + right, y + down];
        if (atX < 0 || atY < 0 || atX >= width || atY >= height) continue;
        sum += values[atY * width + atX]!;
        count += 1;
      }
    }
    return Math.round(sum / count);
  });

test('a sharp picture has no hint', () => {
  expect(judgePicture(bricks)).toBeUndefined();
});

test('a picture without a sharp edge may be blurred', () => {
  expect(judgePicture(blur(blur(bricks, 4), 4))).toBe('blurred');
});

test('a sharp thing before an even wall is sharp', () => {
  expect(judgePicture(paint((x, y) => (x > 50 && x < 60 && y > 40 && y < 50 ? 220 : 120)))).toBeUndefined();
});

test('a picture of the night is dark, whatever its edges', () => {
  expect(judgePicture(paint((x) => (x % 10 === 0 ? 120 : 15)))).toBe('dark');
});

test.each([
  ['a grey wall', paint(() => 128)],
  ['the sky', paint((_, y) => 180 + Math.floor(y / 5))],
])('%s has no edges, and no hint', (_, picture) => {
  expect(judgePicture(picture)).toBeUndefined();
});
