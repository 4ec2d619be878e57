import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordClient } from '../apps/server/src/testing/record-client.ts';
import { judgeGrowth, listGrowth, readPlan, type CallPlans } from '../bench/growth/judge-growth.ts';
import { composePage, listMissed, PAGE, readLastRuns, type LastRun } from '../bench/page/page.ts';
import { PARTS, SHORTFALLS } from '../bench/page/words.ts';
import { judgeQueues } from '../bench/judge-queues.ts';
import { countTrips, judgeRequests, type Case, type Round } from '../bench/requests/judge-requests.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';
import { readPage } from './pages/page.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('docs/benchmarks.md', () => {
  it('is what script/node bench/write-page.ts makes of the last runs', async () => {
    expect(readPage(PAGE)).toBe(await composePage(readLastRuns(), SHORTFALLS));
  });

  it('is named in the README, and names a bench that is there for each of its parts', () => {
    expect(read('README.md')).toContain('(docs/benchmarks.md)');
    const benches = [...readPage(PAGE).matchAll(/^script\/node (bench\/[a-z-]+\.ts)/gm)].map(
      ([, path]) => path!,
    );
    expect(benches).toHaveLength(PARTS.length);
    for (const path of benches) expect(read(path)).toContain('--write');
  });

  it('says of each limit that was missed what remains and why, and of no other', () => {
    expect(listMissed(readLastRuns()).toSorted()).toEqual(Object.keys(SHORTFALLS).toSorted());
  });

  it('shows what a run wrote: its machine, its figures beside their limits, and what it missed with the reason', async () => {
    const run: LastRun = {
      date: '2026-01-02',
      machine: 'seven processors',
      tables: [{ head: ['call', 'rate'], rows: [['GET', '4711']] }],
      findings: [
        { what: 'quick', result: '0.50', limit: '≥ 0.40', holds: true },
        { what: 'slow', result: '0.30', limit: '≥ 0.40', holds: false },
      ],
    };
    const page = await composePage({ requests: run }, { slow: 'The database takes it.' });
    const lines = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(page).toContain('Measured on 2026-01-02, on seven processors.');
    expect(lines).toContain('| GET | 4711 |');
    expect(lines).toContain('| quick | 0.50 | ≥ 0.40 | held |');
    expect(lines).toContain('| slow | 0.30 | ≥ 0.40 | **missed** |');
    expect(lines).toContain('- **slow**: The database takes it.');
    expect(await composePage({}, {})).not.toContain('**missed**');
  });
});

describe('bench/', () => {
  it('has at most 25 files beside each other', () => {
    const folders = ['bench', ...listFolders('bench')];
    const counts = folders.map((folder) => [folder, listFiles(folder).length] as const);
    expect(counts.filter(([, count]) => count > 25)).toEqual([]);
  });

  it('compares with the Express and the node-postgres that the service has', () => {
    type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
    const { dependencies } = JSON.parse(read('apps/server/package.json')) as Manifest;
    const { devDependencies } = JSON.parse(read('bench/package.json')) as Manifest;
    for (const name of ['express', 'pg']) {
      expect(dependencies[name]).toBe('catalog:');
      expect(devDependencies[name]).toBe('catalog:');
    }
  });
});

const listFolders = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => [`${folder}/${name}`, ...listFolders(`${folder}/${name}`)]);

const listFiles = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isFile());

describe('the limits of requests', () => {
  const phase = (perSecond: number, p99Ms: number) => ({
    calls: 1,
    perSecond,
    p50Ms: 1,
    p99Ms,
    serverMs: 1,
    databaseMs: 1,
  });
  const round = (perSecond: number, p99Ms: number): Round => ({
    many: phase(perSecond, p99Ms),
    one: phase(1, 1),
    besideMany: phase(1000, 10),
    besideOne: phase(1, 1),
  });
  const judge = (given: Partial<Case>) =>
    judgeRequests([
      {
        name: 'GET session',
        limit: 'bare handler',
        counted: { statements: 2, trips: 2, authentication: 1 },
        rounds: [round(400, 30), round(100, 90), round(500, 20)],
        ...given,
      },
    ]);
  const held = (given: Partial<Case>) =>
    Object.fromEntries(judge(given).map(({ what, holds }) => [what.split(': ')[1], holds]));

  it('GET of a session: 0.40 of the rate and 3 times the p99 of the bare handler, in the median of the rounds', () => {
    expect(held({})).toEqual({ 'rate to the bare handler': true, 'p99 to the bare handler': true });
    const slow = [round(399, 31), round(399, 31), round(900, 1)];
    expect(held({ rounds: slow })).toEqual({
      'rate to the bare handler': false,
      'p99 to the bare handler': false,
    });
    expect(judge({})[0]).toMatchObject({ result: '0.40 (0.10–0.50)', limit: '≥ 0.40' });
  });

  it('POST of a session: 0.60 of the prepared replay, and 5 round trips', () => {
    const post = { name: 'POST session', limit: 'prepared replay' } as const;
    const counted = { statements: 7, trips: 6, authentication: 1 };
    expect(held({ ...post, counted, rounds: [round(600, 1)] })).toEqual({
      'rate to the prepared replay': true,
      'round trips': true,
    });
    expect(held({ ...post, counted: { ...counted, trips: 7 }, rounds: [round(599, 1)] })).toEqual({
      'rate to the prepared replay': false,
      'round trips': false,
    });
  });

  it.each([
    ['mint an invite with a code and an e-mail', 8],
    ['join with a code', 8],
    ['end a session', 7],
  ])('%s: %i round trips beside authentication', (name, limit) => {
    const trips = (count: number) => ({ statements: 9, trips: count + 1, authentication: 1 });
    expect(held({ name, counted: trips(limit) })).toEqual({ 'round trips': true });
    expect(held({ name, counted: trips(limit + 1) })).toEqual({ 'round trips': false });
  });
});

describe('a round trip', () => {
  const message = (type: string, body: string): Buffer => {
    const bytes = Buffer.from(body, 'latin1');
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeUInt32BE(bytes.length + 4, 1);
    return Buffer.concat([head, bytes]);
  };
  const parse = (text: string) => message('P', `s1\0${text}\0\0\0`);
  const bound = message('B', '\0s1\0\0\0\0\x02\0\0\0\x02ab\xff\xff\xff\xff\0\0');
  const executed = Buffer.concat([bound, message('E', '\0\0\0\0\0'), message('S', '')]);
  const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
  const open = () => {
    let trips = 0;
    const recorder = recordClient(1, () => ++trips);
    recorder.hear(startup);
    return recorder;
  };

  it('is what is said before the answer is heard: a statement that is prepared with it makes none more', () => {
    const { hear, answered } = open();
    const first = hear(Buffer.concat([parse('select $1'), executed]));
    answered();
    const second = hear(executed);
    expect([...first, ...second]).toEqual([
      { text: 'select $1', values: ['ab', null], connection: 1, trip: 1 },
      { text: 'select $1', values: ['ab', null], connection: 1, trip: 2 },
    ]);
  });

  it('is one for two statements when the second does not wait for the first, however the bytes are cut', () => {
    const { hear } = open();
    const bytes = Buffer.concat([message('Q', 'begin\0'), parse('select 1'), executed]);
    const heard = [...bytes].flatMap((byte) => hear(Buffer.from([byte])));
    expect(heard.map(({ text, trip }) => [text, trip])).toEqual([
      ['begin', 1],
      ['select 1', 1],
    ]);
  });

  it('of a call is counted in the middle one, authentication apart', () => {
    const statement = (trip: number, text: string) => ({ text, values: [], connection: 1, trip });
    const call = [statement(1, 'insert into rate_windows'), statement(2, 'begin'), statement(3, 'commit')];
    const disturbed = [...call, statement(4, 'select now()')];
    expect(countTrips([disturbed, ...Array.from({ length: 12 }, () => call), disturbed])).toEqual({
      statements: 3,
      trips: 3,
      authentication: 1,
    });
  });
});

describe('the plans', () => {
  const notice = (plan: object) =>
    `duration: 1.250 ms  plan:\n${JSON.stringify({ 'Query Text': 'select', Plan: plan })}`;
  const scan = (given: object) => ({
    'Node Type': 'Index Scan',
    'Relation Name': 'sessions',
    'Actual Rows': 2,
    'Actual Loops': 3,
    ...given,
  });

  it('tell the rows that a step looked at, those that it left out too, over all its loops', () => {
    const plan = readPlan(
      notice({
        'Node Type': 'Sort',
        'Actual Rows': 1,
        'Actual Loops': 1,
        Plans: [scan({ 'Rows Removed by Filter': 10 })],
      }),
    );
    expect(plan).toEqual({
      text: 'select',
      tookMs: 1.25,
      nodes: [
        { type: 'Sort', table: '', rowsIn: 6 },
        { type: 'Index Scan', table: 'sessions', rowsIn: 36 },
      ],
    });
    expect(readPlan('something else')).toBeUndefined();
  });

  const call = (given: Partial<CallPlans>): CallPlans => ({
    name: 'GET',
    tookMs: 1,
    statements: 2,
    readWhole: [],
    sorted: 101,
    examined: { rows: 5_001, table: 'sessions' },
    ...given,
  });
  const judge = (grown: Partial<CallPlans>) =>
    judgeGrowth({
      sizes: [
        { rows: 10_000, calls: [call({})] },
        { rows: 5_000_000, calls: [call(grown)] },
      ],
    });

  it('miss their limit when a grown table is read whole, or more is sorted than a page, or a page looks too far', () => {
    expect(judge({}).map(({ holds }) => holds)).toEqual([true, true, true]);
    expect(judge({ readWhole: ['sessions'] }).map(({ holds }) => holds)).toEqual([false, true, true]);
    expect(judge({ sorted: 102 }).map(({ holds }) => holds)).toEqual([true, false, true]);
    const examined = { rows: 5_002, table: 'sessions' };
    const judged = judge({ examined });
    expect(judged.map(({ holds }) => holds)).toEqual([true, true, false]);
    expect(judged[2]!.result).toBe('GET (5 000 000 sessions): 5 002 of sessions');
  });

  it('show how the time of a call grows', () => {
    const sizes = [call({}), call({ tookMs: 1.5 })].map((each, position) => ({
      rows: 10 ** position,
      calls: [each],
    }));
    expect(listGrowth({ sizes }).rows).toEqual([['GET', '1.00', '1.50', '1.50', '2', '5 001 of sessions']]);
  });
});

describe('one organisation beside another', () => {
  const waits = (p99Ms: number, refused = 0) => ({ p50Ms: 1, p99Ms, refused, ownDelayMs: 1 });
  const judge = (alone: number, beside: number, refused = 0) =>
    judgeQueues({
      worst: { filter: 'status', p50Ms: 1 },
      rounds: [{ alone: waits(alone), beside: waits(beside, refused), outcomes: { '200': 5 } }],
    }).filter(({ holds }) => holds !== null);

  it('waits at most twice as long as alone, or 100 ms if that is more, and is never refused', () => {
    expect(judge(10, 100).map(({ holds }) => holds)).toEqual([true, true]);
    expect(judge(10, 101).map(({ holds }) => holds)).toEqual([false, true]);
    expect(judge(60, 120).map(({ holds }) => holds)).toEqual([true, true]);
    expect(judge(60, 121).map(({ holds }) => holds)).toEqual([false, true]);
    expect(judge(10, 10, 1).map(({ holds }) => holds)).toEqual([true, false]);
  });
});
