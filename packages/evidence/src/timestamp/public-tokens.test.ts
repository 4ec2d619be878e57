import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openBudget } from '../step-budget.ts';
import { readRoots } from '../x509/read-roots.ts';
import { judgeToken } from './judge-token.ts';

// Tokens of public authorities, kept beside the checkout.
const FOLDER = join(import.meta.dirname, '../../../../../shared/cases/timestamp-tokens');
const read = (name: string, file: string) => new Uint8Array(readFileSync(join(FOLDER, name, file)));

const TOKENS = [
  {
    name: '46953b8f0f20',
    spells: 'an order that is false, in so many words',
    digest: '5d7e481baa6e500f9c1694bd5c279c8688556e1aa9d3231e87a7b16c5030a6f0',
    statement: { gen_time: '2019-07-18T09:07:40.151Z', serial: '040fd22ad8b04f03a3e22499' },
    verdict: 'untrusted',
  },
  {
    name: '57c86f33bf48',
    spells: 'its digest without null, announced with it',
    digest: '58f145963af46e4507b1de9f0db30f148722f475f49a3b2763c1df878ff6c9f3',
    statement: { gen_time: '2021-07-01T10:00:19.000Z', serial: '092134f06bd5eb1ab5d36a723e5e28f0' },
    verdict: 'untrusted',
  },
  {
    name: 'de6a08c03bec',
    spells: 'an extension that is not critical, in so many words',
    digest: '29829c00f4b260c192691f5c2d8ce4eb36878dbf04bf891cb04b98601b575689',
    statement: { gen_time: '2025-05-21T06:21:05.000Z', serial: '4de5cb7dc2f191d985720e647c124b8d25f36f8a' },
    verdict: 'trusted',
  },
];

describe.skipIf(!existsSync(FOLDER))(
  'a token of a real authority (SKIPPED where ../shared/cases is missing)',
  () => {
    describe.each(TOKENS)('that spells $spells', ({ name, digest, statement, verdict }) => {
      const judge = (token: Uint8Array) =>
        judgeToken(token, {
          digest: Uint8Array.from(Buffer.from(digest, 'hex')),
          // The first two tokens brought only their signers, and a signer is no root.
          roots: readRoots([new TextDecoder().decode(read(name, 'certs.pem'))]),
          now: new Date('2026-11-29T00:00:00Z'),
          budget: openBudget(),
        });

      it('is found to be in order', async () => {
        expect(await judge(read(name, 'token.der'))).toMatchObject({ verdict, statement });
      });

      it('is refused with any bit of what it states flipped', async () => {
        const token = read(name, 'token.der');
        const start = Buffer.from(token).indexOf(Buffer.from(digest, 'hex')) - 40;
        for (let index = start; index < start + 120; index++) {
          const flipped = token.with(index, token[index]! ^ (1 << (index % 8)));
          expect([index, (await judge(flipped)).verdict]).toEqual([index, 'invalid']);
        }
      });
    });
  },
);
