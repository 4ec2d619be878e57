import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { readPaddedBer } from '../../der/read-der.ts';
import { openReportCase, NOW, type ReportCase } from '../../testing/open-report-case.ts';
import { opensslVersion } from '../../testing/openssl-authority.ts';
import { verifyCmsWithOpenssl } from '../../testing/run-openssl-cms.ts';
import { isForgiven, pdfsigVersion, runPdfsig } from '../../testing/run-pdfsig.ts';
import { createRandom } from '../../testing/seeded-random.ts';
import { openPlaceholder, signPdf } from '../../testing/sign-pdf.ts';
import { appendRevision, findObject, PAGE } from '../../testing/write-pdf.ts';

const COUNT = 200;

let given: ReportCase;
let signed: Uint8Array;
let mutated: Uint8Array[];
let spoiled: Uint8Array[];
beforeAll(async () => {
  given = await openReportCase();
  signed = await signPdf(given.sealed, given.signer, { field: 'Second' });
  const { start, end } = openPlaceholder(signed);
  const random = createRandom(20_261_120);
  const flip = (at: number) => signed.with(at, signed[at]! ^ (1 << random(8)));
  // Mutations hit any byte but the last signature's own place; spoilings hit the first digits there.
  const covered = signed.length - (end - start);
  mutated = Array.from({ length: COUNT }, () => {
    const at = random(covered);
    return flip(at < start - 1 ? at : at + (end - start));
  });
  const { length } = readPaddedBer(
    Buffer.from(Buffer.from(signed.subarray(start, end)).toString('latin1'), 'hex'),
  ).bytes;
  spoiled = Array.from({ length: COUNT }, () => flip(start + random(2 * length)));
});

const pdfsig = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';
const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';

describe(`one bit flipped in each of ${COUNT} copies of a report with a seal and a signature`, () => {
  it('is a report that is trusted as it is', async () => {
    expect((await given.judge(signed)).verdict).toBe('trusted');
  });

  it('anywhere in what is signed: no copy is trusted, none is untrusted only, and the signature names nobody', async () => {
    for (const pdf of mutated) {
      const { verdict, fault, signatures } = await given.judge(pdf);
      expect({ verdict, hasFault: fault !== null }).toEqual({ verdict: 'invalid', hasFault: true });
      expect(signatures.at(-1)?.signer ?? null).toBeNull();
    }
  });

  it('anywhere in the signature itself: no copy is trusted', async () => {
    for (const pdf of spoiled) expect((await given.judge(pdf)).verdict).not.toBe('trusted');
  });

  it.skipIf(!pdfsigVersion)(`pdfsig agrees on each: never "Valid" for both (${pdfsig})`, () => {
    expect(runPdfsig(signed)).toEqual(['Signature is Valid.', 'Signature is Valid.']);
    expect(mutated.filter(isForgiven)).toEqual([]);
  });

  it.skipIf(!opensslVersion)(`\`openssl cms -verify\` agrees on each (${openssl})`, () => {
    const isTaken = (pdf: Uint8Array) => {
      const { start, end } = openPlaceholder(signed);
      const content = Uint8Array.from([...pdf.subarray(0, start - 1), ...pdf.subarray(end + 1)]);
      const cms = readPaddedBer(
        Buffer.from(Buffer.from(pdf.subarray(start, end)).toString('latin1'), 'hex'),
      ).bytes;
      return verifyCmsWithOpenssl({ cms, content, root: given.signer.root, at: NOW });
    };
    expect(isTaken(signed)).toBe(true);
    expect(mutated.filter(isTaken)).toEqual([]);
  });
});

describe('a report that was cut up', () => {
  it('with bytes put in, taken out or moved, is never trusted, and never the cause of an exception', async () => {
    const { sealed, judge } = given;
    const place = fc.nat(sealed.length);
    const arbitrary = fc.record({
      from: place,
      to: place,
      at: place,
      bytes: fc.uint8Array({ maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.boolean(), async ({ from, to, at, bytes }, isMove) => {
        const [start, end] = from < to ? [from, to] : [to, from];
        const rest = [...sealed.subarray(0, start), ...sealed.subarray(end)];
        const moved = isMove ? sealed.subarray(start, end) : bytes;
        const changed = Uint8Array.from(rest.toSpliced(Math.min(at, rest.length), 0, ...moved));
        fc.pre(Buffer.compare(changed, sealed) !== 0);
        expect((await judge(changed)).verdict).not.toBe('trusted');
      }),
      { numRuns: 300, seed: 13 },
    );
  });

  it('with revisions of any objects added, is never trusted', async () => {
    const { sealed, judge } = given;
    const text = fc.constantFrom(
      ...Object.values(PAGE),
      findObject(sealed, 9),
      findObject(sealed, 10),
      '[6 0 R]',
      'null',
    );
    const objects = fc.dictionary(fc.integer({ min: 1, max: 14 }).map(String), text, {
      minKeys: 1,
      maxKeys: 4,
    });
    await fc.assert(
      fc.asyncProperty(objects, async (added) => {
        // Repeating a page, a catalog or a form word for word changes nothing.
        const isSame = Object.entries(added).every(
          ([number, one]) => Number(number) <= 10 && one === findObject(sealed, Number(number)),
        );
        fc.pre(!isSame);
        const verdict = await judge(appendRevision(sealed, added));
        expect(verdict.signatures.find(({ field }) => field === 'Seal')?.signer ?? null).toBeNull();
      }),
      { numRuns: 500, seed: 13 },
    );
  });
});
