import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '../../config.ts';
import { openDemoTimestampAuthority } from '../../demo/authority/open-demo-timestamp-authority.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../secrets/random.ts';
import { askAuthority } from './ask-authority.ts';
import type { TsaAddress } from './parse-tsa-urls.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/** The authorities of TSA_URLS; in demo mode, without one, the server's own. */
export const openTimestampAuthorities = async ({
  config: { demo, dataDir, tsaCaFile },
  addresses,
  clock,
  random,
}: {
  config: Pick<Config, 'demo' | 'dataDir' | 'tsaCaFile'>;
  addresses: readonly TsaAddress[];
  clock: Clock;
  random: Random;
}): Promise<TimestampAuthority[]> => {
  if (demo && addresses.length === 0) {
    return [await openDemoTimestampAuthority({ dir: dataDir, clock, random })];
  }
  const roots = tsaCaFile === undefined ? [] : await readCertificates(tsaCaFile);
  return addresses.map((address) => ({
    name: address.name,
    roots,
    ask: (query) => askAuthority(address, query),
  }));
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const readCertificates = async (file: string): Promise<Uint8Array[]> => {
  try {
    const found = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? [];
    if (found.length === 0) throw new Error('It holds no certificate.');
    return found.map((pem) => new X509Certificate(pem).raw);
  } catch (cause) {
    throw new ConfigError(`TSA_CA_FILE: ${file} is not a readable file of PEM certificates`, { cause });
  }
};
