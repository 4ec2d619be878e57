import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useOidcWorld, type OidcWorld } from './testing/use-oidc-world.ts';

const PATHS = ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo'];

const world = useOidcWorld();
const hurriedWorld = useOidcWorld({ timeoutMs: 500 });

const sendJson = (response: ServerResponse, body: string): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

/** A token without a name has the service ask for the rest. */
const signInWith = (
  { provider, signIn }: OidcWorld,
  path: string,
  raw: (response: ServerResponse) => void,
): Promise<unknown> =>
  signIn({
    metadata: { userinfo_endpoint: `${provider.issuer}/userinfo` },
    claims: { name: undefined },
    raw: { [path]: raw },
  });

describe.each(PATHS)('an answer at %s', (path) => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    [
      'that is cut',
      'no_answer',
      (response) => response.writeHead(200, { 'content-length': 99 }).end('{}').destroy(),
    ],
    ['that is huge', 'too_large', (response) => sendJson(response, `{"a":"${'a'.repeat(300_000)}"}`)],
    [
      'that is JSON and then white space without end',
      'too_large',
      (response) => sendJson(response, `{}${' '.repeat(300_000)}`),
    ],
    [
      'that leads elsewhere',
      'redirected',
      (response) => response.writeHead(307, { location: 'https://127.0.0.1/' }).end(),
    ],
    ['that is an error of its server', 'unexpected_status', (response) => response.writeHead(500).end()],
    ['that is empty', 'unexpected_status', (response) => response.writeHead(204).end()],
    [
      'that is a page',
      'not_json',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
    ],
    ['of no type', 'not_json', (response) => response.writeHead(200).end('{}')],
    ['that is no JSON', 'not_json', (response) => sendJson(response, '<html>')],
  ])('%s is refused: %s', async (_, reason, raw) => {
    const signedIn = signInWith(world(), path, raw);
    await expect(signedIn).rejects.toMatchObject({ name: 'ProviderRefusal', reason });
  });

  it.each(['null', '[]', '7', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '{"__proto__":{"sub":"ada"}}'])(
    'that is another kind of JSON is refused with a reason (%.20s)',
    async (body) => {
      const signedIn = signInWith(world(), path, (response) => sendJson(response, body));
      await expect(signedIn).rejects.toMatchObject({ name: 'ProviderRefusal' });
    },
  );

  it.each<[string, (response: ServerResponse) => void]>([
    ['that never comes', () => {}],
    ['that begins and does not end', (response) => void response.writeHead(200).write('{')],
  ])('%s is refused at the deadline: no_answer', async (_, raw) => {
    await expect(signInWith(hurriedWorld(), path, raw)).rejects.toMatchObject({ reason: 'no_answer' });
    expect(hurriedWorld().provider.countAsked(path)).toBe(1);
  });
});
