import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writePem } from '../x509/pem.ts';

/** Poppler's independent verifier; undefined where it is missing. */
export const pdfsigVersion = findVersion();

/** certutil keeps the roots that poppler trusts. */
export const hasCertutil = !spawnSync('certutil', ['-H']).error;

export function runPdfsig(pdf: Uint8Array): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'pdfsig-'));
  try {
    const path = join(directory, 'report.pdf');
    writeFileSync(path, pdf);
    const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'latin1' });
    return [...stdout.matchAll(/Signature Validation: (.*)/g)].map(([, said]) => said!);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function trustByPdfsig(pdf: Uint8Array, root: Uint8Array): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'pdfsig-'));
  try {
    writeFileSync(join(directory, 'report.pdf'), pdf);
    writeFileSync(join(directory, 'root.pem'), writePem(root));
    const run = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: directory, encoding: 'latin1' }).stdout;
    run('certutil', '-N', '-d', 'sql:.', '--empty-password');
    run('certutil', '-A', '-d', 'sql:.', '-n', 'root', '-t', 'CT,C,C', '-i', 'root.pem');
    const said = run('pdfsig', '-nssdir', 'sql:.', 'report.pdf');
    return [...said.matchAll(/Certificate Validation: (.*)/g)].map(([, one]) => one!);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** True if poppler finds a signature, and no fault in any. */
export function isForgiven(pdf: Uint8Array): boolean {
  const said = runPdfsig(pdf);
  return said.length > 0 && said.every((one) => one === 'Signature is Valid.');
}

function findVersion(): string | undefined {
  const { stderr, error } = spawnSync('pdfsig', ['-v'], { encoding: 'utf8' });
  return error ? undefined : stderr.split('\n')[0]!.trim();
}
