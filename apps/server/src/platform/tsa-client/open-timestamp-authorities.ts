import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '../../config/read-config.ts';
import { NO_PEM, sayUnreadable } from '../../config/read-secret-files.ts';
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
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`TSA_CA_FILE: ${file} ${sayUnreadable(cause)}`, { cause });
  });
  try {
    const found = text.match(CERTIFICATE) ?? [];
    if (found.length === 0) throw new Error('It holds no certificate.');
    return found.map((pem) => new X509Certificate(pem).raw);
  } catch (cause) {
    throw new ConfigError(`TSA_CA_FILE: ${file} ${NO_PEM}`, { cause });
  }
};
