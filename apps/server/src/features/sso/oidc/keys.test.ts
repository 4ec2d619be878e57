import { describe, expect, it } from 'vitest';
import { makeRsaKey, showKey } from './testing/sign-token.ts';
import { ownKey, type Lies } from './testing/start-lying-provider.ts';
import { useOidcWorld } from './testing/use-oidc-world.ts';

const world = useOidcWorld();
const next = makeRsaKey('next');
const short = makeRsaKey('short', 1_024);

const subjectOf = async (signedIn: ReturnType<ReturnType<typeof world>['signIn']>) =>
  (await signedIn).person.subject;

describe('the keys of a provider', () => {
  it('are kept for five minutes', async () => {
    const { net, provider, signIn } = world();
    await signIn();
    net.clock.advance(299_000);
    await signIn();
    expect(provider.countAsked('/keys')).toBe(1);
    net.clock.advance(1_000);
    await signIn();
    expect(provider.countAsked('/keys')).toBe(2);
  });

  it('are asked for once by sign-ins at the same time', async () => {
    const { provider, signIn } = world();
    await Promise.all(Array.from({ length: 5 }, () => signIn()));
    expect([provider.countAsked('/keys'), provider.countAsked('/.well-known/openid-configuration')]).toEqual([
      1, 1,
    ]);
  });

  it('rotate: one that is new is asked for', async () => {
    const { net, provider, signIn } = world();
    await signIn();
    net.clock.advance(30_000);
    expect(await subjectOf(signIn({ key: next, keys: [showKey(next)] }))).toBe('ada');
    expect(provider.countAsked('/keys')).toBe(2);
  });

  it('are not asked for more than once in 30 seconds for a key that nobody shows', async () => {
    const { net, provider, signIn } = world();
    await signIn();
    for (const ms of [0, 10_000, 19_999]) {
      net.clock.advance(ms);
      await expect(signIn({ key: next })).rejects.toMatchObject({ reason: 'unknown_key' });
    }
    expect(provider.countAsked('/keys')).toBe(1);
    net.clock.advance(1);
    for (let time = 0; time < 3; time++) {
      await expect(signIn({ key: next })).rejects.toMatchObject({ reason: 'unknown_key' });
    }
    expect(provider.countAsked('/keys')).toBe(2);
  });

  it('do not outlive their rotation: what an old one signs is refused once it is gone', async () => {
    const { net, signIn } = world();
    await signIn();
    net.clock.advance(300_000);
    await expect(signIn({ keys: [showKey(next)] })).rejects.toMatchObject({ reason: 'unknown_key' });
  });

  it('are asked for anew after a failure', async () => {
    const { signIn } = world();
    const raw: Lies['raw'] = { '/keys': (response) => response.writeHead(503).end() };
    await expect(signIn({ raw })).rejects.toMatchObject({ reason: 'unexpected_status' });
    expect(await subjectOf(signIn())).toBe('ada');
  });

  it('of other kinds, and too long ones, are passed over', async () => {
    const odd = [
      { kty: 'oct', kid: 'own', k: 'c2VjcmV0' },
      { ...showKey(ownKey), n: 'x'.repeat(1_367) },
      { ...showKey(ownKey), e: 'x'.repeat(9) },
      { ...showKey(ownKey), kid: 7 },
      { ...showKey(ownKey), use: 'enc' },
      null,
      'key',
    ];
    expect(await subjectOf(world().signIn({ keys: [...odd, showKey(ownKey)] }))).toBe('ada');
    await world().net.clock.advance(300_000);
    await expect(world().signIn({ keys: odd })).rejects.toMatchObject({ reason: 'unknown_key' });
  });

  it.each<[string, string, Lies]>([
    ['with 101 of them', 'invalid_answer', { keys: Array.from({ length: 101 }, () => showKey(ownKey)) }],
    ['with two of one name', 'ambiguous_key', { keys: [showKey(ownKey), showKey(ownKey)] }],
    [
      'with two, and a token that names none',
      'ambiguous_key',
      { header: { kid: undefined }, keys: [showKey(ownKey), showKey(next)] },
    ],
    ['with one of 1 024 bits', 'unusable_key', { key: short, keys: [showKey(short)] }],
    ['with one that is no key', 'unusable_key', { keys: [{ ...showKey(ownKey), n: '' }] }],
    [
      'with a list that is none',
      'invalid_answer',
      {
        raw: {
          '/keys': (response) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":{"length":1}}'),
        },
      },
    ],
    [
      'with JSON that is none',
      'not_json',
      {
        raw: {
          '/keys': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
        },
      },
    ],
    [
      'with another content type',
      'not_json',
      {
        raw: {
          '/keys': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"keys":[]}'),
        },
      },
    ],
  ])('are refused %s: %s', async (_, reason, lies) => {
    await expect(world().signIn(lies)).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
  });
});
