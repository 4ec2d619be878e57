import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** openssl writes PKCS#12 files as operators have them. Undefined where it is not installed. */
export const opensslVersion = findVersion();

/** openssl makes keys, certificates and PKCS#12 files in this folder. */
export const openOpensslFolder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'openssl-'));
  const run = (...args: string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: dir, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  };
  return {
    dir,
    run,
    pathOf: (name: string) => join(dir, name),
    makeCertificate: (name: string, key: readonly string[], subject = '/O=Acme/CN=Acme seal') =>
      run(
        'req',
        '-x509',
        ...key,
        '-nodes',
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        '-subj',
        subject,
        ...LEAF,
      ),
    close: () => rmSync(dir, { recursive: true }),
  };
};

const LEAF = [
  ...['-days', '1000', '-addext', 'basicConstraints=critical,CA:FALSE'],
  ...['-addext', 'keyUsage=critical,digitalSignature'],
];

export const RSA_KEY = ['-newkey', 'rsa:2048'];
export const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
export const PSS_KEY = ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'];

function findVersion(): string | undefined {
  const { stdout, error } = spawnSync('openssl', ['version'], { encoding: 'utf8' });
  return error ? undefined : stdout.split('\n')[0]!.trim();
}
