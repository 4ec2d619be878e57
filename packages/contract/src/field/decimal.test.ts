import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from './decimal.ts';

const latitude = decimal({ minimum: -90, maximum: 90, places: 7 });

describe('a decimal number in text', () => {
  test.each([
    ['45.458333333333336', 45.4583333],
    ['1e-7', 1e-7],
    ['-1e-7', -1e-7],
    ['1E+1', 10],
    ['4.5e1', 45],
    ['450000e-4', 45],
    ['+45.5', 45.5],
    [' 45.5', 45.5],
    [' 4.4e-07', 4e-7],
    ['4.5000000000e+01', 45],
    ['45.458333333333333333333333333333333333', 45.4583333],
    ['4.5833333333333336E-2', 0.0458333],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['45.', 45],
    ['045.50', 45.5],
    ['1e-400', 0],
    ['-0', 0],
    ['-0.00000001', 0],
    ['0.00000005', 1e-7],
    ['90.00000000000001', 90],
    ['-90.00000004', -90],
    ['0.1000000000000000055511151231257827021181583404541015625', 0.1],
    [`45.${'3'.repeat(1_000)}`, 45.3333333],
  ])('%s is %f, to 10⁻⁷', (text, value) => {
    expect(Object.is(latitude.parse(text), value)).toBe(true);
  });

  test.each([
    '',
    '.',
    '-',
    'e1',
    '1e',
    '1e+',
    '1.2.3',
    '1,5',
    '0x10',
    '1_000',
    '  1',
    ' -1',
    '1 ',
    '4,5e1',
    '45.5N',
    '45°',
    '1e1.5',
    '45/1',
    '0b1',
    '1n',
    '−45',
    '1\n',
    'NaN',
    'Infinity',
    '--1',
    '٤٥',
    '1'.repeat(1_101),
  ])('%j is none', (text) => {
    expect(latitude.safeParse(text).success).toBe(false);
  });

  test.each(['90.0000001', '-91', '1e308', '1e400', '-1e400', `9${'0'.repeat(400)}`])(
    '%s is out of bounds',
    (text) => {
      expect(latitude.safeParse(text).success).toBe(false);
    },
  );

  test('whatever JavaScript prints of a number within bounds is taken, and is off by half a place at most', () => {
    const numbers = fc.double({ min: -90, max: 90, noNaN: true });
    fc.assert(
      fc.property(numbers, (value) => {
        expect(Math.abs(latitude.parse(String(value)) - value)).toBeLessThanOrEqual(5.000_001e-8);
        expect(latitude.parse(value.toExponential())).toBe(latitude.parse(String(value)));
        expect(latitude.parse(value.toPrecision(20))).toBe(latitude.parse(String(value)));
      }),
    );
  });
});
