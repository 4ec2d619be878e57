import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as asn1 from '@peculiar/asn1-x509';
import { type ExtensionContent, signCertificate, validFor } from './sign-certificate.ts';

const VALID_DAYS = 3650;
const { keyCertSign, cRLSign } = asn1.KeyUsageFlags;

const OF_THE_ROOT = [
  {
    oid: asn1.id_ce_basicConstraints,
    critical: true,
    content: new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
  },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(keyCertSign | cRLSign) },
];

/**
 * Writes into `dir` a root, ca.pem, and under it one certificate with its key, `{file}.pem` and `{file}-key.pem`. The
 * key of the root is kept nowhere, so that the root never vouches for more than that one.
 */
export async function writeUnderOwnRoot(
  dir: string,
  order: { root: asn1.Name; subject: asn1.Name; extensions: ExtensionContent[]; file: string },
): Promise<void> {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: order.root, key: root.privateKey };
  const ca = signCertificate(
    {
      subject: order.root,
      publicKey: root.publicKey,
      extensions: OF_THE_ROOT,
      validity: validFor(VALID_DAYS),
    },
    issuer,
  );
  const { subject, extensions } = order;
  const certificate = signCertificate(
    { subject, publicKey: own.publicKey, extensions, validity: validFor(VALID_DAYS) },
    issuer,
  );
  const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(path.join(dir, `${order.file}-key.pem`), key, { mode: 0o600, flush: true });
  await writeFile(path.join(dir, `${order.file}.pem`), certificate, { flush: true });
  await writeFile(path.join(dir, 'ca.pem'), ca, { flush: true });
}

/** Makes a folder with all that `write` puts there, unless it exists: of several at once, one wins. */
export async function makeFolderOnce(home: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (await stat(home).catch(() => null)) return;
  const draft = await mkdtemp(`${home}.new-`);
  try {
    await write(draft);
    await chmod(draft, 0o755);
    // A single rename makes all files appear together.
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}
