import { listRoutes } from '@field-inspection/contract';
import { checksOf, listParts, listTaken } from '@field-inspection/contract/testing/list-parts';
import { describe, expect, test, vi } from 'vitest';
import { checkPattern, repeats, runPattern, type Expression } from './judge-pattern.ts';
import { listPatterns } from './list-patterns.ts';

/** Files whose patterns the checker can't show to be linear, and why no text of others makes them slow. */
const BOUNDED: Record<string, string> = {
  'apps/server/src/config/environment.ts': 'settings of the host',
  'apps/server/src/doctor/probes/probe-database.ts': 'what the own database says of its version',
  'apps/server/src/features/drawings/rendering/outline-texts.ts': 'an SVG of our own',
  'apps/server/src/features/join-page/preview-branding.ts': 'a page of our own, at its build',
  'apps/server/src/features/media/judge-upgrade.ts': 'words of the library of WebSockets',
  'apps/server/src/features/reading/documents/read-sections.ts': 'the documents of this release',
  'apps/server/src/features/uploads/location/webm/blank-elements.ts': '40 bytes',
  'apps/server/src/platform/describe-causes.ts': '2 000 characters',
  'apps/server/src/platform/messages/read-sender.ts': 'a setting of the host',
  'apps/server/src/platform/safe-fetch/open-tls-socket.ts': 'a file of the host',
  'apps/server/src/platform/tsa-client/open-timestamp-authorities.ts': 'a file of the host',
  'packages/evidence/src/der/write-der.ts': 'a time of our own',
  'packages/sdk/src/http/deprecation.ts': 'a header of the service itself',
  'packages/sdk/src/webhooks/answer-delivery.ts': 'a setting of the receiver',
};

/** zod's pattern of a date gets 64 characters at most, and the checker would take 20 s for it. */
const isDate = ({ source }: Expression): boolean => source.includes('-02-29|');

// The checker measures time: a loaded machine takes ten times as long.
vi.setConfig({ testTimeout: 600_000 });

const fileOf = (position: string): string => position.replace(/:\d+$/, '');

const ofContract = new Map<string, Expression & { position: string }>();
for (const { resource, key, route } of listRoutes()) {
  for (const { part: taken, schema } of listTaken(route)) {
    for (const { path, schema: part } of listParts(schema)) {
      for (const { pattern } of checksOf(part).map((check) => check._zod.def)) {
        const where = `${taken} of ${resource}.${key}: ${path}`;
        if (pattern)
          ofContract.set(String(pattern), { position: where, source: pattern.source, flags: pattern.flags });
      }
    }
  }
}

const findFaults = async (
  patterns: Iterable<Expression & { position: string }>,
  judge: (pattern: Expression) => string | undefined | Promise<string | undefined>,
): Promise<string[]> => {
  const faults: string[] = [];
  for (const pattern of patterns) {
    const fault = await judge(pattern);
    if (fault) faults.push(`${pattern.position}: /${pattern.source}/${pattern.flags}: ${fault}`);
  }
  return faults;
};

const checkIfItRepeats = (pattern: Expression) =>
  repeats(pattern) && !isDate(pattern) ? checkPattern(pattern) : undefined;

test('each pattern of the contract is linear', async () => {
  expect(ofContract.size).toBeGreaterThan(25);
  expect(await findFaults(ofContract.values(), checkIfItRepeats)).toEqual([]);
  expect(await findFaults(ofContract.values(), runPattern)).toEqual([]);
});

describe('each pattern of the code that sees text of others', () => {
  const patterns = listPatterns();
  const judged = patterns.filter(({ position }) => !(fileOf(position) in BOUNDED));

  test('is linear', async () => {
    expect(patterns.length).toBeGreaterThan(300);
    expect(await findFaults(judged, checkIfItRepeats)).toEqual([]);
  });

  test('is so when it is run', async () => {
    expect(await findFaults(judged.filter(repeats), runPattern)).toEqual([]);
  });

  test('is judged, or there is a reason', () => {
    const files = new Set(patterns.map(({ position }) => fileOf(position)));
    expect(Object.keys(BOUNDED).filter((file) => !files.has(file))).toEqual([]);
  });
});

test('what is quadratic is found by the checker, and by a run', async () => {
  const name = { source: '^[^!]*[^ !][^!]*$', flags: '' };
  expect(checkPattern(name)).toBe('2nd degree polynomial');
  expect(await runPattern({ source: 'url\\(\\s*["\']?\\s*[^"\'\\s)]', flags: 'i' })).toMatch(
    /^" ": \d+ cost [\d.]+ ms, and/,
  );
});
