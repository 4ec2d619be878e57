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
import { redeemLink } from './sign-in-link.ts';

export const signInRoutes = (context: Context, atProvider: Pick<AtProvider, 'begin' | 'beginPage'>) => {
  const { config } = context;
  const admit = ({ req, res }: Exchange): void => {
    requireSameOrigin(config, req);
    const key = readKey(req);
    // No reply is kept: it would be one more way to a session.
    if (key !== undefined) res.set('Idempotency-Key', key);
  };
  /** The browser that began, by its cookie. */
  const browserOf = (req: Exchange['req']) => {
    const secret = readCookie(config, req, 'sign_in');
    if (secret === undefined) throw codeExpired();
    return { secret, device: readDevice(req) };
  };
  const signIn = (res: Exchange['res'], token: string): void => {
    setCookie(config, res, { name: 'session', value: token });
    clearCookie(config, res, 'sign_in');
  };
  return implement(contract.signIn, {
    begin: {
      reply: async ({ req, res, body }) => {
        admit({ req, res });
        setCookie(config, res, { name: 'sign_in', value: await beginSignIn(context, body) });
        return noContent();
      },
    },
    beginAtProvider: {
      reply: async ({ req, res, body }) => {
        admit({ req, res });
        const { email: address, return_path: returnPath } = body;
        setCookie(config, res, { name: 'sign_in', value: await atProvider.begin({ address, returnPath }) });
        return ok({ url: atProvider.beginPage() });
      },
    },
    redeem: {
      reply: async ({ req, res, body }) => {
        admit({ req, res });
        const { result, token } = await redeemCode(context, { ...browserOf(req), code: body.code });
        if (token !== null) signIn(res, token);
        return ok(result);
      },
    },
    choose: {
      reply: async ({ req, res, body }) => {
        admit({ req, res });
        signIn(res, await chooseOrganisation(context, { ...browserOf(req), ...body }));
        return noContent();
      },
    },
    useLink: {
      reply: async ({ req, res, body }) => {
        admit({ req, res });
        signIn(res, await redeemLink(context, { ...body, device: readDevice(req) }));
        return noContent();
      },
    },
  });
};
