import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { unknownApiKey } from '../../testing/seed-organisation.ts';
import { openKeyWorld, told, type KeyWorld } from './testing/open-key-world.ts';

let world: KeyWorld;
beforeAll(async () => {
  world = await openKeyWorld();
});
afterAll(() => world.server.close());

describe('a revocation', () => {
  it('ends both keys within one request, and may be repeated', async () => {
    const { id, api_key: first } = await world.make();
    const { api_key: second } = await world.admin.rotate(id);
    await world.admin.revoke(id);
    expect([await world.read(first), await world.read(second)]).toEqual([401, 401]);
    const { revoked_at, status } = await world.admin.get(id);
    expect([revoked_at, status]).toEqual([world.server.clock.now().toISOString(), 'revoked']);
    world.server.clock.advance(1_000);
    await world.admin.revoke(id.toUpperCase());
    expect((await world.admin.get(id)).revoked_at).toBe(revoked_at);
  });

  it('of oneself is the last thing that a key does', async () => {
    const caller = await world.makeCaller();
    expect(await told(caller.credentials.revoke(caller.id))).toBe('done');
    expect(await told(caller.credentials.revoke(caller.id))).toBe('unauthenticated');
  });

  it('of each other at once leaves one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await world.makeCaller(), await world.makeCaller()];
      const outcomes = await Promise.all([
        told(one.credentials.revoke(other.id)),
        told(other.credentials.revoke(one.id)),
      ]);
      expect(outcomes.sort()).toEqual(['done', 'unauthenticated']);
    }
  });
});

describe('POST /v1/keys/revoke', () => {
  const reveal = async (api_key: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${world.server.baseUrl}/v1/keys/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ api_key }),
    });
    const fresh = ['date', 'request-id', 'x-ratelimit-remaining', 'ratelimit'];
    const kept = [...response.headers].filter(([name]) => !fresh.includes(name));
    return { status: response.status, text: await response.text(), headers: Object.fromEntries(kept) };
  };

  it('ends the credential of a key within one request, whoever shows it, and any time again', async () => {
    const { id, api_key } = await world.make();
    expect((await reveal(api_key)).status).toBe(204);
    expect([await world.read(api_key), (await world.admin.get(id)).status]).toEqual([401, 'revoked']);
    expect((await reveal(api_key, { 'idempotency-key': 'again' })).headers['idempotency-key']).toBe('again');
  });

  it('answers the same for a key that nobody has, for one that ended and for one that was alive', async () => {
    const { api_key } = await world.make();
    const [alive, ended, unknown] = [
      await reveal(api_key),
      await reveal(api_key),
      await reveal(unknownApiKey(world.server.context)),
    ];
    expect(alive).toMatchObject({ status: 204, text: '' });
    expect([ended, unknown]).toEqual([alive, alive]);
  });

  it('by a key of the overlap ends its successor, too: whoever took one may have made the other', async () => {
    const { id, api_key: first } = await world.make();
    const { api_key: second } = await world.admin.rotate(id);
    await reveal(first);
    expect([await world.read(first), await world.read(second)]).toEqual([401, 401]);
  });

  it('by a key that is valid no more ends nothing: it leaked too late to do harm', async () => {
    const { id, api_key: first } = await world.make();
    const { api_key: second } = await world.admin.rotate(id, { overlap_hours: 0 });
    expect((await reveal(first)).status).toBe(204);
    expect(await world.read(second)).toBe(200);
    const { api_key: third } = await world.admin.rotate(id);
    await world.endOverlap(id);
    await reveal(second);
    expect(await world.read(third)).toBe(200);
  });

  it.each([
    ['nothing', undefined],
    ['another form', 'sk_live_1'],
    ['a wrong checksum', `fis_${'0'.repeat(38)}`],
    ['a number', 7],
  ])('400: refuses %s, and does not repeat it', async (_, given) => {
    const { status, text } = await reveal(given);
    expect([status, (JSON.parse(text) as { errors: { path: string }[] }).errors[0]?.path]).toEqual([
      400,
      'body.api_key',
    ]);
    expect(text).not.toContain('0000000');
  });

  it('counts against the address, and leaves the key in no line of the log', async () => {
    const { api_key } = await world.make();
    const { headers } = await reveal(api_key);
    expect(headers['x-ratelimit-limit']).toBe(String(world.server.context.config.unauthenticatedRateLimit));
    expect(world.lines.join('').includes(api_key.slice(4, 30))).toBe(false);
  });

  it('is called by the SDK as client.keys.revoke', async () => {
    const { api_key } = await world.make();
    await world.server.client.keys.revoke({ api_key });
    expect(outcomeOf(await callApi(world.server, 'GET /sessions', { apiKey: api_key }))).toBe(
      '401 unauthenticated',
    );
  });
});
