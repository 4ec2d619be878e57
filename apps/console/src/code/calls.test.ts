import { FieldInspection } from '@field-inspection/sdk';
import { describe, expect, it } from 'vitest';
import { CALLS, type Call } from './calls.ts';
import { writeCurl } from './write-curl.ts';

const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02';
const ROOT = 'https://inspect.example.com/';

const { listDeliveries, listMembers, listDirectoryLog, ...others } = CALLS;
const calls: Call[] = [
  ...Object.values(others).map((call) => (call as (...args: unknown[]) => Call)(ID, ID)),
  listDeliveries({}),
  listMembers({ role: 'auditor' }),
  listDirectoryLog({ outcome: 'refused' }),
];
const filtered = listDeliveries({ status: 'failed', event_type: undefined, endpoint: ID });

/** Runs the line of the SDK, and gives the request that it makes. */
const runSdk = async ({ sdk }: Call) => {
  const seen: { method: string; path: string; body: unknown }[] = [];
  const client = new FieldInspection({
    apiKey: 'fis_00000000000000000000000000000000Hj2Luo',
    baseUrl: ROOT,
    maxRetries: 0,
    fetch: (url, init) => {
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      seen.push({ method: init?.method ?? 'GET', path: String(url).replace(ROOT, '/'), body });
      return Promise.reject(new Error('no network'));
    },
  });
  const run = new Function('client', `return ${sdk}`) as (client: FieldInspection) => PromiseLike<unknown>;
  await Promise.resolve(run(client)).catch(() => undefined);
  return seen[0]!;
};

describe('the calls of the screens', () => {
  it.each([...calls, filtered])('$sdk makes the request that stands beside it', async (call) => {
    const { method, path, body } = await runSdk(call);
    expect([method, path]).toEqual([call.method, call.path]);
    expect(body ?? {}).toEqual(call.body ?? {});
  });

  it('are for a shell, too, which takes no word of theirs for its own', () => {
    expect(writeCurl(filtered, ROOT)).toBe(
      `curl '${ROOT}api/v1/public/webhook-events?status=failed&endpoint=${ID}' \\\n  -H "Authorization: Bearer $FIELD_INSPECTION_API_KEY"`,
    );
    const hostile = { ...CALLS.createEndpoint(), body: { url: "a'; reboot #" } };
    expect(writeCurl(hostile, ROOT)).toContain(`-d '{"url":"a'\\''; reboot #"}'`);
  });
});
