import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePem } from '../x509/pem.ts';

export function verifyCmsWithOpenssl(given: {
  cms: Uint8Array;
  content: Uint8Array;
  root: Uint8Array;
  at: Date;
}): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'cms-'));
  try {
    writeFileSync(join(directory, 'a.cms'), given.cms);
    writeFileSync(join(directory, 'content'), given.content);
    writeFileSync(join(directory, 'root.pem'), writePem(given.root));
    const files = [
      '-in',
      'a.cms',
      '-inform',
      'DER',
      '-content',
      'content',
      '-CAfile',
      'root.pem',
      '-out',
      '/dev/null',
    ];
    const time = ['-attime', String(Math.floor(given.at.getTime() / 1000))];
    const options = ['cms', '-verify', '-binary', '-cades', '-purpose', 'any', ...files, ...time];
    return spawnSync('openssl', options, { cwd: directory }).status === 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
