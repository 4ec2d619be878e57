import { expect, it } from 'vitest';
import { describeReceipt } from './describe-stored.ts';

it('a receipt names each piece with its entry and its hash, and leaves out what is not known', () => {
  const pieces = [
    { label: 'The roof', sha256: 'aa', sequence: 7 },
    { label: '', sha256: 'bb', sequence: undefined },
  ];
  const receipt = describeReceipt({
    heading: 'Remote inspection',
    organisation: 'Acme',
    sessionId: '019a',
    time: '3 December 2026 at 09:30 UTC',
    pieces,
    sayEntry: (sequence) => `Entry ${sequence}`,
  });
  expect(receipt).toBe(
    'Remote inspection\nAcme\n019a\n3 December 2026 at 09:30 UTC\n\n1. The roof\n   Entry 7\n   SHA-256 aa\n\n2.\n   SHA-256 bb\n',
  );
});
