import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ORG_FACT_KINDS } from '../apps/server/src/features/audit/exports/append-entry.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const guide = readFileSync(join(ROOT, 'docs/organisation.md'), 'utf8');

it("the guide of the organisation's own chain has every kind of entry, and no other", () => {
  const [, section = ''] = /^## The organisation's own chain\n([^]*)/m.exec(guide) ?? [];
  const told = [...section.matchAll(/^\| `([a-z_.]+)` +\| \S/gm)].map(([, kind]) => kind);
  expect(told.toSorted()).toEqual([...ORG_FACT_KINDS].toSorted());
});
