import { assembleSignature } from '@field-inspection/evidence/seal';
import { expect, it } from 'vitest';
import { readConfig } from '../../../config/read-config.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { systemRandom } from '../../../platform/secrets/random.ts';
import { createFakeClock } from '../../../testing/create-fake-clock.ts';
import { createTestSeal } from '../../../testing/create-test-seal.ts';
import { listProviders } from './list-providers.ts';
import { orderSignature, signDigest } from './protocol/sign-digest.ts';

const clock = createFakeClock();
const CSC = { CSC_URL: 'https://csc.example.com/csc/v2', CSC_CLIENT_ID: 'fis', CSC_CLIENT_SECRET: 'secret' };
const list = (env: Record<string, string>, demoSigner = createTestSeal().seal) =>
  listProviders(
    { ...readConfig(env), clock, random: systemRandom, demoSigner, metrics: createMetrics() },
    'https://a.example.com/back',
  );

it('are those that are set, and the demo one in demo mode alone', async () => {
  const { seal } = createTestSeal();
  expect((await list({}, seal)).map(({ name, demo }) => ({ name, demo }))).toEqual([
    { name: 'demo', demo: true },
  ]);
  expect((await list(CSC, seal)).map(({ name }) => name)).toEqual(['demo', 'csc']);
  const context = {
    ...readConfig(CSC),
    clock,
    random: systemRandom,
    demoSigner: null,
    metrics: createMetrics(),
  };
  const own = await listProviders(context, 'https://a.example.com/back');
  expect(own.map(({ name }) => name)).toEqual(['csc']);
});

it.each(['P-256', 'RSA'] as const)('the demo one signs at once, at the lowest level: %s', async (kind) => {
  const [provider] = await list({}, createTestSeal(kind).seal);
  const prepared = await provider!.prepare({ name: 'Ada', email: null });
  if (!prepared.done) throw new Error('It sent the person away.');
  const credential = prepared.result;
  expect(credential.level).toBe('SES');
  const digest = new Uint8Array(32).fill(3);
  const order = orderSignature(credential, digest);
  const authorisation = await provider!.finishAuthorise({
    redirect: { state: '', secret: '', expiresAt: clock.now() },
    query: new URLSearchParams(),
  });
  const until = new Date(clock.now().getTime() + 1_000);
  const signature = await signDigest({ clock }, provider!, { credential, authorisation, digest, until });
  expect(await assembleSignature({ ...order, signature })).toBeInstanceOf(Uint8Array);
});

it('calls to the signing service are counted by outcome, and those of the demo one are none', async () => {
  const metrics = createMetrics();
  const settings = readConfig({ ...CSC, CSC_URL: 'http://127.0.0.1:1/csc/v2' });
  const context = { ...settings, clock, random: systemRandom, demoSigner: createTestSeal().seal, metrics };
  const providers = await listProviders(context, 'https://a.example.com/back');
  await providers[0]!.prepare({ name: 'Ada', email: null });
  const returned = { redirect: { state: '', secret: '{}', expiresAt: clock.now() } };
  const query = new URLSearchParams({ code: 'c', state: '' });
  await expect(
    providers[1]!.finishPrepare({ ...returned, query }, { name: 'Ada', email: null }),
  ).rejects.toThrow();
  const { values } = await metrics.callSeconds.get();
  expect(values.filter(({ metricName }) => metricName === 'call_duration_seconds_count')).toMatchObject([
    { labels: { peer: 'csc', outcome: 'failed' }, value: 1 },
  ]);
});
