import { chmod, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as x509 from '@peculiar/x509';

export type DemoAuthority = { caFile: string; caKeyFile: string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600 * 1000;

// RFC 5280, section 4.2.1.10: permitted are the DNS name localhost, the addresses 127.0.0.0/8 and ::1. Whoever
// gets hold of the key can then pass for nobody but a program on the machine that trusts it.
const ONLY_LOCALHOST = Buffer.from(
  [
    '303fa03d',
    '300b82096c6f63616c686f7374',
    '300a87087f000000ff000000',
    '3022872000000000000000000000000000000001ffffffffffffffffffffffffffffffff',
  ].join(''),
  'hex',
);

/** The certificate authority of demo mode in `dir`, made at the first call: for webhook receivers on localhost. */
export async function ensureDemoAuthority({ dir }: { dir: string }): Promise<DemoAuthority> {
  const home = path.join(dir, 'demo-authority');
  if (!(await stat(home).catch(() => null))) await createAuthority(home);
  return { caFile: path.join(home, 'ca.pem'), caKeyFile: path.join(home, 'ca-key.pem') };
}

// One rename makes certificate and key appear together, and of two processes at once only one succeeds.
async function createAuthority(home: string): Promise<void> {
  const draft = await mkdtemp(`${home}.new-`);
  try {
    await writeAuthority(draft);
    await chmod(draft, 0o755);
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function writeAuthority(dir: string): Promise<void> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const startedAt = performance.timeOrigin;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Field Inspection demo authority (localhost only)',
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(startedAt - DAY_MS),
    notAfter: new Date(startedAt + 3650 * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.Extension('2.5.29.30', true, ONLY_LOCALHOST),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = x509.PemConverter.encode(
    await crypto.subtle.exportKey('pkcs8', keys.privateKey),
    'PRIVATE KEY',
  );
  await writeFile(path.join(dir, 'ca-key.pem'), `${key}\n`, { mode: 0o600, flush: true });
  await writeFile(path.join(dir, 'ca.pem'), `${certificate.toString('pem')}\n`, { flush: true });
}
