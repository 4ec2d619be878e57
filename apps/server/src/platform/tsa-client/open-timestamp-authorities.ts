import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '../../config/read-config.ts';
import { askAuthority } from './ask-authority.ts';
import type { TsaAddress } from '../../config/parse-tsa-urls.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

export const openTimestampAuthorities = async (
  { tsaCaFile }: Pick<Config, 'tsaCaFile'>,
  addresses: readonly TsaAddress[],
): Promise<TimestampAuthority[]> => {
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
