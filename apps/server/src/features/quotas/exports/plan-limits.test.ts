import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT_DIR } from '../../../paths.ts';
import { PLAN_LIMITS, PLANS } from './plan-limits.ts';

const GIB = 1024 ** 3;

test('the guide says what each plan has room for', () => {
  const guide = readFileSync(join(ROOT_DIR, 'docs/rate-limits.md'), 'utf8');
  const rows = guide
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => (PLANS as readonly string[]).includes(name!));
  const said = Object.fromEntries(
    rows.map(([, plan, items, bytes, allItems, allBytes, endpoints]) => [
      plan,
      {
        session: { items: readNumber(items!), bytes: readNumber(bytes!) },
        organisation: { items: readNumber(allItems!), bytes: readNumber(allBytes!) },
        endpoints: readNumber(endpoints!),
      },
    ]),
  );
  expect(said).toEqual(PLAN_LIMITS);
});

const UNITS: Record<string, number> = { GiB: GIB, TiB: 1024 * GIB };

const readNumber = (text: string): number =>
  Number(text.replace(/[^0-9]/g, '')) * (UNITS[text.slice(-3)] ?? 1);

test('a recording that grows has room in a session of every plan, and photos beside it', () => {
  for (const { session } of Object.values(PLAN_LIMITS)) expect(session.bytes).toBeGreaterThan(8 * GIB);
});
