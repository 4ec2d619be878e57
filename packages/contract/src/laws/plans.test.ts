import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLAN_LIMITS, PLANS } from './plans.ts';

const GIB = 1024 ** 3;
const DOCS = join(import.meta.dirname, '../../../../docs');

test('the guides say what each plan includes', () => {
  const quotas = readRows('rate-limits.md', ([items, bytes, allItems, allBytes, endpoints]) => ({
    session: { items: readNumber(items!), bytes: readNumber(bytes!) },
    organisation: { items: readNumber(allItems!), bytes: readNumber(allBytes!) },
    endpoints: readNumber(endpoints!),
  }));
  const others = readRows('billing.md', ([inspections, members, messages, days, whiteLabel, sso]) => ({
    inspections: inspections === 'unlimited' ? null : readNumber(inspections!),
    members: readNumber(members!),
    messagesPerDay: readNumber(messages!),
    retentionDays: readNumber(days!),
    whiteLabel: whiteLabel === 'yes',
    sso: sso === 'yes',
  }));
  const said = PLANS.map((plan) => [plan, { ...quotas[plan], ...others[plan] }]);
  expect(Object.fromEntries(said)).toEqual(PLAN_LIMITS);
});

/** Reads the plans from the table of a guide. */
const readRows = <Said>(page: string, read: (cells: string[]) => Said): Record<string, Said> =>
  Object.fromEntries(
    readFileSync(join(DOCS, page), 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, name]) => (PLANS as readonly string[]).includes(name!))
      .map(([, plan, ...cells]) => [plan!, read(cells)]),
  );

const UNITS: Record<string, number> = { GiB: GIB, TiB: 1024 * GIB };

const readNumber = (text: string): number =>
  Number(text.replace(/[^0-9]/g, '')) * (UNITS[text.slice(-3)] ?? 1);

test('a recording that grows has room in a session of every plan, and photos beside it', () => {
  for (const { session } of Object.values(PLAN_LIMITS)) expect(session.bytes).toBeGreaterThan(8 * GIB);
});

test('the Free and Pilot plans have five inspections', () => {
  expect([PLAN_LIMITS.free.inspections, PLAN_LIMITS.pilot.inspections]).toEqual([5, 5]);
});
