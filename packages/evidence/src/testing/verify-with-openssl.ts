import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePem } from './write-pem.ts';

/** Whether `openssl ts -verify` takes a reply as the answer to a request, under a root. */
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
