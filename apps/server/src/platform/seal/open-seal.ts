import type { KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describeSigner, type SignerDescription } from '@field-inspection/evidence/seal';
import { ConfigError } from '../../config/read-config.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { Pkcs12Error } from '../pkcs12/pkcs12-error.ts';
import { readPkcs12, type Pkcs12 } from '../pkcs12/read-pkcs12.ts';
import { createSeal } from './create-seal.ts';
import { isSignedByItself, orderCertificates } from './order-certificates.ts';
import { findInvalidity, type Seal, type SealSource } from './seal.ts';

/** A new seal is often weeks of paperwork away. */
const WARN_DAYS = 30;
const DAY_MS = 86_400_000;

export type SealSettings = { sealP12: string; sealP12Password: string } & Pick<SealSource, 'isRequired'>;

export type SealTools = { clock: Clock; log: Pick<Logger, 'info' | 'warn' | 'error'> };

/**
 * Opens the seal of SEAL_P12. A file that is no seal stops the start; one whose time is over, or is not yet come, does
 * not: renewing it takes weeks, and all but reports goes on meanwhile.
 *
 * @throws {ConfigError} naming the setting and what to do
 */
export const openSeal = async (
  { sealP12: file, sealP12Password: password, isRequired }: SealSettings,
  { clock, log }: SealTools,
): Promise<Seal> => {
  const { key, certificates, others } = readSeal(await readContent(file), { file, password });
  const signer = describe(certificates[0]!, file);
  judgeSigner(signer, file);
  const path = certificates.map(({ raw }) => new Uint8Array(raw));
  const seal = createSeal({ key, certificates: path, others, demo: false });
  tellTime(seal, { isRequired, clock, log });
  for (const warning of listWarnings(signer, certificates[0]!)) {
    log.warn({ subject: signer.subject }, `SEAL_P12: ${warning}`);
  }
  return seal;
};

const readContent = async (file: string): Promise<Buffer> => {
  try {
    return await readFile(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw refuse(file, `can't be read (${code}). Name a PKCS#12 file that this process may read.`, cause);
  }
};

const readSeal = (
  bytes: Buffer,
  { file, password }: { file: string; password: string },
): { key: KeyObject; certificates: X509Certificate[]; others: readonly Uint8Array[] } => {
  const { keys, certificates } = open(bytes, { file, password });
  const [key] = keys;
  if (!key) throw refuse(file, 'holds no private key. Export the certificate together with its key.');
  if (keys.length > 1) {
    throw refuse(file, `holds ${keys.length} private keys. Export the seal's key and certificate alone.`);
  }
  const path = order(key, certificates);
  if (countBytes(path) > MAX_CHAIN_BYTES) {
    throw refuse(file, `has a chain of ${countBytes(path)} bytes. A seal has room for ${MAX_CHAIN_BYTES}.`);
  }
  const others = certificates.filter((der) => !path.some(({ raw }) => raw.equals(der)));
  if (path.length > 0) return { key, certificates: path, others };
  throw refuse(file, 'holds no certificate of its key. Export the key together with its own certificate.');
};

/** The other half of the placeholder is for the timestamp; the signature itself takes less than 2 KiB. */
const MAX_CHAIN_BYTES = 14_000;

const countBytes = (path: X509Certificate[]): number => path.reduce((sum, { raw }) => sum + raw.length, 0);

const open = (bytes: Buffer, { file, password }: { file: string; password: string }): Pkcs12 => {
  try {
    return readPkcs12(bytes, password);
  } catch (cause) {
    if (!(cause instanceof Pkcs12Error)) throw cause;
    if (cause.code === 'wrong_password') {
      const message = `SEAL_P12_PASSWORD: does not open ${file}. Set the password that it was exported with.`;
      throw new ConfigError(message, { cause });
    }
    throw refuse(file, `${cause.message}. ${cause.code === 'malformed' ? MAKE : CONVERT}`, cause);
  }
};

const MAKE =
  'Make one: openssl pkcs12 -export -inkey key.pem -in certificate.pem -certfile authorities.pem -out seal.p12';
const CONVERT =
  'Write it anew: openssl pkcs12 -legacy -in old.p12 -nodes -out all.pem, then openssl pkcs12 -export -in all.pem -out seal.p12. Delete all.pem, which holds the key in the clear.';

const order = (key: KeyObject, certificates: readonly Uint8Array[]): X509Certificate[] => {
  try {
    return orderCertificates(key, certificates);
  } catch {
    return [];
  }
};

const describe = ({ raw }: X509Certificate, file: string): SignerDescription => {
  try {
    return describeSigner(new Uint8Array(raw));
  } catch (cause) {
    const rule = 'Use RSA of 2048 to 8192 bits, or ECDSA on P-256, P-384 or P-521.';
    throw refuse(file, `has a key that is weak or unknown. ${rule}`, cause);
  }
};

const judgeSigner = (signer: SignerDescription, file: string): void => {
  const { subject } = signer;
  if (signer.kind === 'person') {
    throw refuse(
      file,
      `has the certificate of a person (${subject}). A seal is an organisation's: use a certificate that names one.`,
    );
  }
  if (!signer.is_for_documents) {
    throw refuse(
      file,
      `has a certificate that is not for signing documents (${subject}). Ask for one whose key usage is digital signature or non-repudiation, and that is no authority's.`,
    );
  }
};

const tellTime = (
  seal: Seal,
  { isRequired, clock, log }: SealTools & Pick<SealSource, 'isRequired'>,
): void => {
  const { subject, notAfter } = seal;
  const now = clock.now();
  const outcome = isRequired ? 'reports wait for a valid one' : 'reports are made without a seal';
  const invalidity = findInvalidity(seal, now);
  const days = (notAfter.getTime() - now.getTime()) / DAY_MS;
  if (invalidity) {
    log.error(
      { subject },
      `SEAL_P12: the certificate ${invalidity}: ${outcome}. Export the renewed one to the file.`,
    );
  } else if (days < WARN_DAYS) {
    log.warn(
      { subject },
      `SEAL_P12: the certificate expires at ${notAfter.toISOString()}; from then on ${outcome}. Renew it.`,
    );
  }
};

const listWarnings = (signer: SignerDescription, own: X509Certificate): string[] =>
  [
    signer.kind === null &&
      "the certificate names no organisation, so that verifiers can't say whose seal it is.",
    own.publicKey.asymmetricKeyType === 'rsa-pss' &&
      'the key is for RSASSA-PSS alone, and readers that rest on NSS, such as pdfsig, call its seals invalid.',
    isSignedByItself(own) &&
      'the certificate is signed by itself, and nobody trusts it. Use one that an authority issued.',
  ].filter((warning) => warning !== false);

const refuse = (file: string, predicate: string, cause?: unknown): ConfigError =>
  new ConfigError(`SEAL_P12: ${file} ${predicate}`, cause === undefined ? undefined : { cause });
