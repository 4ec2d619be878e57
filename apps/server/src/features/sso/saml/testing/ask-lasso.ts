import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeOwnMetadata } from '../write-own-metadata.ts';
import type { Signer } from './issue-signer.ts';
import { EXPECTED } from './write-response.ts';
import { writeProviderMetadata } from './write-provider-metadata.ts';

/** script/fetch-lasso unpacks it where the host's Python has no Lasso. */
const FETCHED = join(import.meta.dirname, '../../../../../../../.toolchain/lasso/python3.13');

/** A Python that has Lasso; undefined where there is none. */
export const findLasso = (named: string | undefined): string | undefined =>
  [named, FETCHED, 'python3']
    .filter((program) => program !== undefined)
    .find((program) => spawnSync(program, ['-c', 'import lasso']).status === 0);

export type LassoOrder = {
  signer: Signer;
  /** The address to which a browser goes. */
  address: string;
  /** The clock of the host: by it Lasso says when it wrote an answer. */
  now: Date;
  method?: `RSA_SHA${'1' | '256' | '384' | '512'}`;
  nameIdFormat?: string;
};

/** A provider of Lasso answers this to a request of ours, and says where to. */
export const askLasso = (
  program: string,
  { signer, address, now, method = 'RSA_SHA256', nameIdFormat = '2.0:nameid-format:persistent' }: LassoOrder,
): { url: string; response: string } => {
  const { issuer, audience, acsUrl } = EXPECTED;
  const { origin, pathname, search } = new URL(address);
  const order = {
    metadata: writeProviderMetadata({
      entityId: issuer,
      ssoUrl: origin + pathname,
      certificate: signer.certificate,
    }),
    key: signer.key.export({ type: 'pkcs8', format: 'pem' }),
    service: writeOwnMetadata({ entityId: audience, acsUrl }),
    query: search.slice(1),
    method,
    now: writeInstant(now, 0),
    notBefore: writeInstant(now, -60),
    notOnOrAfter: writeInstant(now, 300),
    nameId: 'u-1',
    nameIdFormat: `urn:oasis:names:tc:SAML:${nameIdFormat}`,
    attributes: { mail: ['maria@example.com'], displayName: ['Maria Gómez'], groups: ['a & b', '<c>'] },
  };
  const { stdout, stderr, status } = spawnSync(program, [join(import.meta.dirname, 'lasso-provider.py')], {
    input: JSON.stringify(order),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Lasso answered nothing: ${stderr}`);
  return JSON.parse(stdout) as { url: string; response: string };
};

const writeInstant = (now: Date, seconds: number): string =>
  `${new Date(now.getTime() + seconds * 1_000).toISOString().slice(0, 19)}Z`;
