import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import * as authority from './authority.ts';

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

describe('the entry of authorities', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(authority)).toEqual(['signTimestamp']);
  });

  it('is apart: what verifies holds nothing that signs', () => {
    const signs = (path: string) =>
      path.startsWith('authority/') || readFileSync(join(SOURCE, path), 'utf8').includes('.sign(');

    expect(reach('authority.ts').filter(signs).length).toBeGreaterThan(3);
    expect(reach('authority.ts')).toContain('authority/signing-key.ts');
    expect(reach('index.ts')).toContain('timestamp/verify-timestamp.ts');
    expect(reach('index.ts').filter(signs)).toEqual([]);
  });

  it('has neither a clock nor a source of randomness, and nor has what verifies', () => {
    for (const path of [...reach('authority.ts'), ...reach('index.ts')]) {
      const source = readFileSync(join(SOURCE, path), 'utf8').replaceAll(/^ ?\*.*$/gm, '');

      expect(source).not.toMatch(
        /Date\.now|new Date\(\)|Math\.random|getRandomValues|randomUUID|generateKey/,
      );
    }
  });
});
