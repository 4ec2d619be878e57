import type { JWK } from 'openid-client';
import { z } from 'zod';
import { fetchJson } from './fetch-from-provider.ts';
import { keepAnswers } from './keep-answers.ts';
import type { OidcNet } from './oidc-settings.ts';
import { refuseOidc } from './refuse-oidc.ts';

const KEPT_MS = 300_000;

/** Keys rotate: one that is not known yet may be there now. Whoever makes up keys has them asked for this often. */
const ANEW_AFTER_MS = 30_000;

const MAX_KEYS = 100;

/** Characters of base64url. RSA takes 8 192 bits at most, since longer ones cost a processor too much. */
const MAX_MODULUS = 1_366;
const MAX_EXPONENT = 8;

/**
 * Reads a provider's keys. They are kept for five minutes, and asked for anew when the one that is wanted is not among
 * them.
 *
 * @throws {ProviderRefusal} `invalid_answer`, and where no whole answer came
 */
export const readKeys = (net: OidcNet, url: string, kid: string | undefined): Promise<JWK[]> =>
  readKept(net, url, {
    isGood: (keys, ageMs) =>
      ageMs < ANEW_AFTER_MS ||
      (ageMs < KEPT_MS && (kid === undefined || keys.some((key) => key.kid === kid))),
    ask: () => askForKeys(net, url),
  });

const readKept = keepAnswers<JWK[]>();

const askForKeys = async (net: OidcNet, url: string): Promise<JWK[]> => {
  const read = KeySet.safeParse(await fetchJson(net, url, 'its keys'));
  if (!read.success) {
    throw refuseOidc(
      'invalid_answer',
      `The provider's keys can't be read: they are a list of at most ${MAX_KEYS}.`,
    );
  }
  return read.data.keys.flatMap((given) => {
    const key = Key.safeParse(given);
    return key.success ? [key.data] : [];
  });
};

const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });

const text = z.string().max(1_024).exactOptional();
const common = { kid: text, alg: text, use: text, key_ops: z.array(z.string()).max(10).exactOptional() };

/** RFC 7517 and 7518. Keys of other kinds, or too long ones, are passed over. */
const Key = z.discriminatedUnion('kty', [
  z.object({
    ...common,
    kty: z.literal('RSA'),
    n: z.string().max(MAX_MODULUS),
    e: z.string().max(MAX_EXPONENT),
  }),
  z.object({ ...common, kty: z.literal('EC'), crv: z.string(), x: z.string(), y: z.string() }),
  z.object({ ...common, kty: z.literal('OKP'), crv: z.string(), x: z.string() }),
]);
