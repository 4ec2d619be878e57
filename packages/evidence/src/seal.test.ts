import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import * as seal from './seal.ts';

const SOURCE = import.meta.dirname;

function reach(entry: string): string[] {
  const reached = new Set([join(SOURCE, entry)]);
  for (const path of reached) {
    const source = readFileSync(path, 'utf8').replaceAll(/^ ?\*.*$/gm, '');
    for (const [, specifier] of source.matchAll(/^(?:import|export) (?!type\b)[^;]*from '(\.[^']+)';$/gm)) {
      reached.add(join(dirname(path), specifier!));
    }
  }
  return [...reached].map((path) => relative(SOURCE, path));
}

describe('the entry of those who seal', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(seal).sort()).toEqual([
      'DEMO_POLICY',
      'HEAD_KEYWORD',
      'assembleSignature',
      'buildOcspRequest',
      'describeSigner',
      'hashSignature',
      'listRevocationSources',
      'prepareSignature',
      'verifyRevocation',
    ]);
  });

  it('is apart: what verifies does not carry it, and it carries no PDF', () => {
    const writes = (path: string) => path.startsWith('seal/');

    expect(reach('seal.ts').filter(writes)).toHaveLength(6);
    expect(reach('seal.ts').filter((path) => path.startsWith('pdf/') || path.startsWith('report/'))).toEqual(
      [],
    );
    expect(reach('index.ts')).toContain('report/verify-report.ts');
    expect(reach('index.ts').filter(writes)).toEqual([]);
  });

  it('never holds a key, and has neither a clock nor a source of randomness', () => {
    for (const path of reach('seal.ts')) {
      const source = readFileSync(join(SOURCE, path), 'utf8').replaceAll(/^ ?\*.*$/gm, '');

      expect(source).not.toMatch(/\.sign\(|Date\.now|new Date\(\)|getRandomValues|randomUUID|generateKey/);
    }
  });
});
