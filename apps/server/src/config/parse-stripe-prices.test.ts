import { expect, it } from 'vitest';
import { parseStripePrices } from './parse-lists.ts';

it('gives the price of each plan', () => {
  expect(parseStripePrices('pro=price_1Pro, enterprise=price_2')).toEqual(
    new Map([
      ['pro', 'price_1Pro'],
      ['enterprise', 'price_2'],
    ]),
  );
});

it.each([
  'pro',
  'pro=',
  'gold=price_1',
  'free=price_1',
  'pro=a=b',
  'pro=a b',
  'pro=a,pro=b',
  'pro=a,pilot=a',
  'pro=a,',
])('refuses %s', (value) => {
  expect(parseStripePrices(value)).toBeUndefined();
});
