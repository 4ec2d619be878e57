import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePem } from '../x509/pem.ts';

type Question = { certificate: Uint8Array; issuer: Uint8Array };

/** Verifies an answer under its issuer by `openssl ocsp`: `good`, `revoked`, or the fault. */
export function readOcspByOpenssl(response: Uint8Array, { certificate, issuer }: Question): string {
  return inFolder((run) => {
    const files = { 'r.der': response };
    const pems = { 'c.pem': writePem(certificate), 'i.pem': writePem(issuer) };
    const named = ['-issuer', 'i.pem', '-cert', 'c.pem', '-respin', 'r.der', '-no_nonce'];
    // The tests' times lie in the past or future.
    const args = ['ocsp', ...named, '-VAfile', 'i.pem', '-CAfile', 'i.pem', '-partial_chain'];
    const said = run({ ...files, ...pems }, [...args, '-validity_period', '999999999']);
    if (!said.includes('Response verify OK')) return said;
    return /c\.pem: (\w+)/.exec(said)?.[1] ?? said;
  });
}

/** True if `openssl crl` finds the list signed by its issuer. */
export function verifiesCrlByOpenssl(crl: Uint8Array, issuer: Uint8Array): boolean {
  return inFolder((run) => {
    const files = { 'l.der': crl, 'i.pem': writePem(issuer) };
    const args = ['crl', '-in', 'l.der', '-inform', 'DER', '-CAfile', 'i.pem', '-noout', '-verify'];
    return run(files, args).includes('verify OK');
  });
}

export function readRequestByOpenssl(request: Uint8Array): string {
  return inFolder((run) => run({ 'q.der': request }, ['ocsp', '-reqin', 'q.der', '-req_text']));
}

export function verifiesTokenByOpenssl(
  token: Uint8Array,
  given: { digest: Uint8Array; root: Uint8Array; between: readonly Uint8Array[] },
): boolean {
  return inFolder((run) => {
    const pems = { 'r.pem': writePem(given.root), 'u.pem': given.between.map(writePem).join('') };
    const digest = Buffer.from(given.digest).toString('hex');
    const trust = ['-CAfile', 'r.pem', '-untrusted', 'u.pem'];
    const args = ['ts', '-verify', '-digest', digest, '-in', 't.der', '-token_in', ...trust];
    return run({ 't.der': token, ...pems }, args).includes('Verification: OK');
  });
}

type Run = (files: Record<string, string | Uint8Array>, args: string[]) => string;

function inFolder<T>(use: (run: Run) => T): T {
  const cwd = mkdtempSync(join(tmpdir(), 'revocation-'));
  try {
    return use((files, args) => {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
      const { stdout, stderr } = spawnSync('openssl', args, { cwd, encoding: 'utf8' });
      return stdout + stderr;
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
