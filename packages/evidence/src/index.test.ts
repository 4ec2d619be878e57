import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import * as evidence from './index.ts';

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'),
);

describe('the package', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(evidence).sort()).toEqual([
      'EvidenceError',
      'GENESIS_HEAD',
      'appendEntries',
      'appendEntry',
      'buildTimestampRequest',
      'canonicalizeJson',
      'commitValue',
      'hashEntry',
      'listTokenCertificates',
      'readTimestampReply',
      'verifyChain',
      'verifyCommitment',
      'verifyEvidence',
      'verifyReport',
      'verifyTimestamp',
    ]);
  });

  it('imports only files of its own, and a hash that is computed part by part, so that it runs in a browser', () => {
    const imports = SOURCES.flatMap((path) => {
      const source = readFileSync(join(import.meta.dirname, path), 'utf8').replaceAll(/^ ?\*.*$/gm, '');
      return [...source.matchAll(/\bfrom '([^']+)'/g)].map((match) => match[1]!);
    });

    expect(imports.length).toBeGreaterThan(10);
    expect(imports.filter((specifier) => !specifier.startsWith('.'))).toEqual(['@noble/hashes/sha2.js']);
  });
});
