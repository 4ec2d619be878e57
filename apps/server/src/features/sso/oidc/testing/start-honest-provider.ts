import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata } from 'oidc-provider';
import { Agent, fetch } from 'undici';
import type { TestCertificate } from '../../../../testing/create-test-authority.ts';
import { listenOnLoopback } from '../../../../testing/listen-on-loopback.ts';
import { makeRsaKey } from './sign-token.ts';

const { privateKey } = makeRsaKey('honest');

/** oidc-provider, where ada signs in without being asked, or declines. Claims come by userinfo alone. */
export const startHonestProvider = async (certificate: TestCertificate, clients: ClientMetadata[]) => {
  let respond: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer(certificate, (request, response) => respond(request, response));
  const { port, close } = await listenOnLoopback(server);
  const issuer = `https://localhost:${port}`;
  const provider = openProvider(issuer, clients);
  const serve = provider.callback();
  let isDeclining = false;

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const result = isDeclining
      ? { error: 'access_denied', error_description: 'Ada declined' }
      : { login: { accountId: 'ada' } };
    await provider.interactionFinished(request, response, result);
  };
  respond = (request, response) =>
    void (request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response));

  return {
    issuer,
    decline: () => {
      isDeclining = true;
    },
    close,
  };
};

const openProvider = (issuer: string, clients: ClientMetadata[]): Provider =>
  new Provider(issuer, {
    clients,
    adapter: keepInMemory(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'honest', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: showForm },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, IdToken: 60, Grant: 60, Session: 60, Interaction: 60, AuthorizationCode: 60 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@acme.example`, email_verified: true, name: 'Ada Lovelace' }),
    }),
    // Consent was given by the company.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client!.clientId,
        accountId: session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

const showForm = (ctx: { body: unknown }, form: string): void => {
  ctx.body = form;
};

const keepInMemory = (): ((model: string) => Adapter) => {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      Promise.resolve(
        [...kept.values()].find((payload) => payload.kind === model && payload[field] === value),
      );
    return {
      upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
      find: (id) => Promise.resolve(kept.get(`${model} ${id}`)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = kept.get(`${model} ${id}`);
        if (payload) payload.consumed = 1;
      },
      destroy: async (id) => void kept.delete(`${model} ${id}`),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
};

/** A browser that keeps cookies, and stops where it would leave the provider. */
export const createBrowser = (ca: string) => {
  const dispatcher = new Agent({ connect: { ca } });
  const cookies = new Map<string, string>();

  const ask = async (url: URL): Promise<URL | string> => {
    const answer = await fetch(url, {
      dispatcher,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]!.split('=', 2);
      cookies.set(name, value);
    }
    const body = await answer.text();
    const location = answer.headers.get('location');
    return location === null ? body : new URL(location, url);
  };

  return {
    ask,
    /** @returns the address where it was sent at last, of another host */
    visit: async (from: URL): Promise<string> => {
      let url = from;
      while (url.origin === from.origin) {
        const next = await ask(url);
        if (typeof next === 'string') throw new Error(`The provider shows a page: ${next.slice(0, 500)}`);
        url = next;
      }
      return url.href;
    },
    close: () => dispatcher.close(),
  };
};
