import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePem } from '../x509/pem.ts';

export type OpensslAuthority = {
  readonly root: Uint8Array;
  /** `openssl ts -reply`. `settings` replace lines of its configuration by name; "name = " removes one. */
  reply(request: Uint8Array, settings?: readonly string[]): Uint8Array;
  remove(): void;
};

export type OpensslKey = 'rsa:3072' | 'P-256';

export const opensslVersion = findVersion();

const SIGNER_EXTENSIONS = [
  'basicConstraints=CA:FALSE',
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=critical,timeStamping',
  'subjectKeyIdentifier=hash',
  'authorityKeyIdentifier=keyid',
];

export function createOpensslAuthority(key: OpensslKey): OpensslAuthority {
  const directory = mkdtempSync(join(tmpdir(), 'tsa-'));
  const run = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  const newKey =
    key === 'P-256' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', key];

  const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
  const extensions = authority.flatMap((extension) => ['-addext', extension]);
  const subject = ['-subj', '/C=IT/O=Foreign/CN=Foreign root'];
  run('req', '-x509', ...newKey, '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', ...subject, ...extensions);
  run(
    'req',
    '-new',
    ...newKey,
    '-nodes',
    '-keyout',
    'unit.key',
    '-out',
    'unit.csr',
    '-subj',
    '/C=IT/CN=Unit',
  );
  writeFileSync(join(directory, 'unit.ext'), SIGNER_EXTENSIONS.join('\n'));
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'unit.ext'];
  run('x509', '-req', '-in', 'unit.csr', ...issuer, '-days', '30', '-out', 'unit.pem');
  run('x509', '-in', 'ca.pem', '-outform', 'DER', '-out', 'ca.der');
  writeFileSync(join(directory, 'serial'), '01');

  return {
    root: read(join(directory, 'ca.der')),
    reply: (request, settings = []) => {
      writeFileSync(join(directory, 'query.tsq'), request);
      writeFileSync(join(directory, 'tsa.cnf'), configure(settings));
      run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
      return read(join(directory, 'reply.tsr'));
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

/** True if `openssl ts -verify` accepts a reply to a request, under a root. */
export function verifyWithOpenssl(given: {
  request: Uint8Array;
  reply: Uint8Array;
  root: Uint8Array;
}): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'tsv-'));
  try {
    writeFileSync(join(directory, 'query.tsq'), given.request);
    writeFileSync(join(directory, 'reply.tsr'), given.reply);
    writeFileSync(join(directory, 'root.pem'), writePem(given.root));
    const files = ['-queryfile', 'query.tsq', '-in', 'reply.tsr', '-CAfile', 'root.pem'];
    const { stdout } = spawnSync('openssl', ['ts', '-verify', ...files], {
      cwd: directory,
      encoding: 'utf8',
    });
    return stdout.includes('Verification: OK');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function configure(settings: readonly string[]): string {
  const usual = [
    'serial = serial',
    'signer_cert = unit.pem',
    'signer_key = unit.key',
    'certs = ca.pem',
    'signer_digest = sha256',
    'default_policy = 1.3.6.1.4.1.99999.1',
    'digests = sha256',
    'accuracy = secs:1',
    'ordering = no',
    'tsa_name = yes',
    'ess_cert_id_chain = no',
    'ess_cert_id_alg = sha256',
  ];
  const names = settings.map((line) => line.split(' = ')[0]);
  const kept = usual.filter((line) => !names.includes(line.split(' = ')[0]));
  const lines = [...settings, ...kept].filter((line) => !line.endsWith(' = '));
  return ['[tsa]', 'default_tsa = t', '[t]', ...lines].join('\n');
}

function read(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}

function findVersion(): string | undefined {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
