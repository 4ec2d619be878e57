import { expect, it, onTestFinished } from 'vitest';
import { callApi } from '../../testing/call-api.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

it('what a size or a rate refuses is counted by its code, and no other refusal is', async () => {
  const server = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '2' });
  onTestFinished(() => server.close());
  const send = async (options: Parameters<typeof callApi>[2]) =>
    (await callApi(server, 'POST /sessions', options)).status;
  const large = { notes: 'x'.repeat(2 * 1024 ** 2) };
  const stranger = { apiKey: 'nobody' };
  expect([await send({ body: large }), await send({ body: '{' })]).toEqual([413, 400]);
  const statuses = [await send(stranger), await send(stranger), await send(stranger)];
  expect(statuses.at(-1)).toBe(429);
  const { values } = await server.context.metrics.refusals.get();
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.code, value]))).toEqual({
    payload_too_large: 1,
    rate_limited: statuses.filter((status) => status === 429).length,
  });
});
