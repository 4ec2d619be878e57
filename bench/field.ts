// node bench/field.ts [--rounds 5] [--write]: how long a person with a slow phone waits until the tap that joins works.
import { FieldInspection } from '@field-inspection/sdk';
import { BRAND } from '../apps/server/src/testing/open-branded-organisation.ts';
import { openBrowser } from '../journeys/open-browser.ts';
import { judgeAtMost, medianOf, tell, withRange, type Finding } from './harness/figures.ts';
import type { BenchWorld } from './harness/open-world.ts';
import { readOptions, runInWorld, type Measured } from './harness/run-bench.ts';
import { takeRounds } from './harness/turns.ts';
import { moveIn, type Tenant } from './stage/move-in.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** A visit lasts from opening the link until the tap has sent the join. */
type Visit = { tapMs: number; requests: number; bytes: number };

type Round = { first: Visit; second: Visit };

// A cheap phone at the edge of a cell: four times slower than this machine, 400 kbit/s, 400 ms.
const SLOWER = 4;
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const SCRIPT = /\/join\/assets\/main-[\w-]+\.js$/;
const JOIN = /\/v1\/sessions\/[^/]+\/join\//;

const measureFirstTap = async (world: BenchWorld, rounds: number): Promise<Measured> => {
  const { context, spawn } = await world.openDatabase();
  const [{ apiKey }] = (await moveIn(context, 1)) as [Tenant];
  const { baseUrl } = await spawn('all');
  const browser = await openBrowser();
  try {
    const client = new FieldInspection({ apiKey, baseUrl });
    await client.branding.update(BRAND);
    const measured = await takeRounds(rounds, async () => {
      const session = await client.sessions.create({ notes: 'Roof, north side' });
      // The invite asks for a code, so that the second visit begins with a tap, too.
      const invited = { recipient_email: 'anna@example.com' };
      const { join_url } = await client.participants.create(session.id, invited);
      return visitTwice(browser, join_url);
    });
    return { findings: judgeFirstTap(measured), on: [`Chromium ${browser.version()}`] };
  } finally {
    await browser.close();
  }
};

const TAP_MS = 5_000;
const REQUESTS = 3;
const KILOBYTES = 25;
const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const judgeFirstTap = (rounds: readonly Round[]): Finding[] => {
  const of = (visit: keyof Round, value: keyof Visit) => rounds.map((round) => round[visit][value]);
  const [taps, bytes, asked] = [
    of('first', 'tapMs'),
    of('first', 'bytes'),
    Math.max(...of('first', 'requests')),
  ];
  return [
    judgeAtMost('first visit: from the link to the tap that joins', medianOf(taps), {
      most: TAP_MS,
      result: `${withRange(taps, inSeconds)} s`,
      limit: `≤ ${TAP_MS / 1000} s`,
    }),
    judgeAtMost('first visit: requests until the tap works, at most', asked, {
      most: REQUESTS,
      limit: `≤ ${REQUESTS}`,
    }),
    judgeAtMost('first visit: what came until then, headers included', medianOf(bytes), {
      most: KILOBYTES * 1000,
      result: withRange(bytes, inKilobytes),
      limit: `≤ ${KILOBYTES} kB`,
    }),
    tell(
      'second visit: from the link to the tap that joins',
      `${withRange(of('second', 'tapMs'), inSeconds)} s`,
    ),
  ];
};

const visitTwice = async (browser: Browser, link: string): Promise<Round> => {
  const phone = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'en-GB' });
  try {
    const first = await visit(phone, link);
    return { first, second: await visit(phone, link) };
  } finally {
    await phone.close();
  }
};

const visit = async (phone: Awaited<ReturnType<Browser['newContext']>>, link: string): Promise<Visit> => {
  const page = await phone.newPage();
  const slow = await phone.newCDPSession(page);
  await slow.send('Network.enable');
  await slow.send('Network.emulateNetworkConditions', NETWORK);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let came = 0;
  // Unlike the page's own CDP session, the context sees the requests of a worker.
  let asked = 0;
  let requests = 0;
  phone.on('request', () => void (asked += 1));
  // The tap works from then on. The browser asks for the icon later.
  phone.on('requestfinished', (request) => void (SCRIPT.test(request.url()) && (requests = asked)));
  slow.on('Network.loadingFinished', ({ encodedDataLength }) => void (came += encodedDataLength));
  const joins = page.waitForRequest(JOIN);
  const started = performance.now();
  // Not awaited: a person taps as soon as there is something to tap.
  const opened = page.goto(link);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  await joins;
  const tapMs = performance.now() - started;
  const bytes = came;
  await opened;
  await page.close();
  return { tapMs, requests, bytes };
};

const { rounds, write } = readOptions({ rounds: 5, write: false });

await runInWorld((world) => measureFirstTap(world, rounds), { part: 'field', write });
