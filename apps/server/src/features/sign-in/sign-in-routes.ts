import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { clearCookie, readCookie, setCookie } from '../../http/callers/cookies.ts';
import { readDevice } from '../../http/callers/read-device.ts';
import { requireSameOrigin } from '../../http/callers/require-same-origin.ts';
import { readKey } from '../../http/kept-reply.ts';
import { noContent, ok } from '../../http/reply.ts';
import { implement, type Exchange } from '../../http/routes/implement-routes.ts';
import { beginSignIn } from './begin-sign-in.ts';
import type { AtProvider } from './exports/at-provider.ts';
import { codeExpired } from './one-time-code.ts';
import { chooseOrganisation, redeemCode } from './redeem-code.ts';
import { beginByPasskey, redeemPasskey } from './passkeys/sign-in-by-passkey.ts';
import { redeemLink } from './sign-in-link.ts';

export const signInRoutes = (context: Context, atProvider: Pick<AtProvider, 'begin' | 'beginPage'>) => {
  const { config } = context;
  /** The browser that began, by its cookie. */
  const browserOf = (req: Exchange['req']) => {
    const secret = readCookie(config, req, 'sign_in');
    if (secret === undefined) throw codeExpired();
    return { secret, device: readDevice(req) };
  };
  /** Whichever way it was, a page may have begun another one. */
  const signIn = (res: Exchange['res'], token: string): void => {
    setCookie(config, res, { name: 'session', value: token });
    for (const begun of ['sign_in', 'passkey'] as const) clearCookie(config, res, begun);
  };
  return implement(contract.signIn, {
    ...providerRoutes(context, atProvider),
    begin: {
      reply: async ({ req, res, body }) => {
        admit(config, { req, res });
        setCookie(config, res, { name: 'sign_in', value: await beginSignIn(context, body) });
        return noContent();
      },
    },
    redeem: {
      reply: async ({ req, res, body }) => {
        admit(config, { req, res });
        const { result, token } = await redeemCode(context, { ...browserOf(req), code: body.code });
        if (token !== null) signIn(res, token);
        return ok(result);
      },
    },
    choose: {
      reply: async ({ req, res, body }) => {
        admit(config, { req, res });
        signIn(res, await chooseOrganisation(context, { ...browserOf(req), ...body }));
        return noContent();
      },
    },
    useLink: {
      reply: async ({ req, res, body }) => {
        admit(config, { req, res });
        signIn(res, await redeemLink(context, { ...body, device: readDevice(req) }));
        return noContent();
      },
    },
    beginByPasskey: {
      reply: async ({ req, res }) => {
        admit(config, { req, res });
        const { secret, request } = await beginByPasskey(context);
        setCookie(config, res, { name: 'passkey', value: secret });
        return ok(request);
      },
    },
    redeemPasskey: {
      reply: async ({ req, res, body: shown }) => {
        admit(config, { req, res });
        const browser = { secret: readCookie(config, req, 'passkey'), device: readDevice(req) };
        signIn(res, await redeemPasskey(context, { shown, ...browser }));
        return noContent();
      },
    },
  });
};

const admit = (config: Context['config'], { req, res }: Exchange): void => {
  requireSameOrigin(config, req);
  const key = readKey(req);
  // No reply is kept: it would be one more way to a session.
  if (key !== undefined) res.set('Idempotency-Key', key);
};

const providerRoutes = ({ config }: Context, atProvider: Pick<AtProvider, 'begin' | 'beginPage'>) =>
  implement(contract.signIn, {
    beginAtProvider: {
      reply: async ({ req, res, body }) => {
        admit(config, { req, res });
        const { email: address, return_path: returnPath } = body;
        setCookie(config, res, { name: 'sign_in', value: await atProvider.begin({ address, returnPath }) });
        return ok({ url: atProvider.beginPage() });
      },
    },
  });
