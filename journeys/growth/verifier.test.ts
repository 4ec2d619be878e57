import { describe, expect, it } from 'vitest';
import {
  canonicalizeJson,
  verifyEvidence,
  verifyReport,
  verifyTimestamp,
  type CanonicalValue,
} from '@field-inspection/evidence';
import { describeSigner, verifyRevocation } from '@field-inspection/evidence/seal';
import { concatBytes } from '../../packages/evidence/src/bytes.ts';
import { readDer } from '../../packages/evidence/src/der/read-der.ts';
import {
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  SEQUENCE,
  SET,
  UTF8_STRING,
} from '../../packages/evidence/src/der/tags.ts';
import { writeDer } from '../../packages/evidence/src/der/write-der.ts';
import { answerCrl, answerOcsp } from '../../packages/evidence/src/testing/answer-revocation.ts';
import {
  AUTHORITY_EXTENSIONS,
  createAuthority,
} from '../../packages/evidence/src/testing/create-authority.ts';
import {
  DIGEST,
  forgeToken,
  writeAttribute,
  type Forgery,
} from '../../packages/evidence/src/testing/forge-token.ts';
import { writeExtension } from '../../packages/evidence/src/testing/issue-certificate.ts';
import { createSigner } from '../../packages/evidence/src/testing/sign-pdf.ts';
import { SIGNING_CERTIFICATE_V2 } from '../../packages/evidence/src/x509/oids.ts';
import { addFiles, changeFiles, emptyBlocks, packFile } from './hostile-bundles.ts';
import {
  addFields,
  addRevisions,
  fillObject,
  fillString,
  nestTables,
  repeatField,
  shareLength,
} from './hostile-pdfs.ts';
import { measureGrowth, type Growing } from './measure-growth.ts';

const now = new Date('2026-11-21T00:00:00.000Z');

/** Only linear growth is asked for, since people verify their own files. Files make much garbage. */
const expectLinear = async <Input>(
  growing: Omit<Growing<Input>, 'name' | 'mostMs' | 'floorMs'>,
): Promise<void> => {
  expect(await measureGrowth({ name: 'it', mostMs: 20_000, floorMs: 100, ...growing })).toBeUndefined();
};

/** All threads count, since others do the work on hashes and signatures. */
const spentByProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const LIMIT = { timeout: 120_000 };

describe('a PDF costs the verifier no more than its size', () => {
  const handle = (pdf: Uint8Array) => verifyReport(pdf, { now });

  it.each<[string, (size: number) => Uint8Array, number]>([
    ['whose streams share one length', shareLength, 1_000_000],
    ['whose form lists one field over and over', repeatField, 400_000],
    ['to whose page as many fields are added as it had annotations', addFields, 1_600_000],
    ['with many revisions', addRevisions, 200_000],
    ['whose tables lie in one another', nestTables, 400_000],
    ['with a string of many brackets', fillString, 800_000],
    ['of dictionaries', fillObject('<<>>'), 400_000],
    ['of references, each of which could be two numbers', fillObject('1 0 '), 400_000],
    ['of names with escapes', fillObject('/A#20'), 400_000],
    ['of brackets that are never closed', fillObject('['), 400_000],
  ])('%s', LIMIT, async (_what, make, largest) => {
    await expectLinear({ make, handle, largest });
  });
});

describe('a ZIP costs the verifier no more than its size', () => {
  const handle = (zip: Uint8Array) => verifyEvidence(zip, { now });

  it.each<[string, (size: number) => Uint8Array, number]>([
    ['of many files', addFiles, 400_000],
    ['with a chain of empty lines', packFile('chain.jsonl', (size) => '\n'.repeat(size)), 100_000],
    ['with a chain that is one long line', packFile('chain.jsonl', (size) => 'a'.repeat(size)), 100_000],
    [
      'with a chain of lines that are lists of lists',
      packFile('chain.jsonl', (size) => `[${'[],'.repeat(50_000)}[]]\n`.repeat(size / 150_000)),
      100_000,
    ],
    [
      'with a manifest of objects',
      packFile('manifest.json', (size) => `[${'{},'.repeat(size / 3)}{}]`),
      100_000,
    ],
    ['with a manifest of brackets', packFile('manifest.json', (size) => '['.repeat(size)), 100_000],
    [
      'with disclosures of one text',
      packFile('disclosures.json', (size) => `"${'a'.repeat(size)}"`),
      100_000,
    ],
    ['of blocks that hold nothing', emptyBlocks, 800_000],
    [
      'with certificates that never end beside a token',
      (size) => changeFiles({ 'anchors/1.pem': '-----BEGIN CERTIFICATE-----\n'.repeat(size / 28) }),
      800_000,
    ],
  ])('%s', LIMIT, async (_what, make, largest) => {
    await expectLinear({ make, handle, largest });
  });
});

const makeAll = async <Input>(largest: number, make: (size: number) => Promise<Input>) => {
  const made = new Map<number, Input>();
  for (let doublings = 0; doublings <= 12; doublings++) {
    const size = Math.ceil(largest / 2 ** doublings);
    made.set(size, await make(size));
  }
  return { largest, make: (size: number) => made.get(size)! };
};

const fill = (size: number, part: Uint8Array): Uint8Array =>
  concatBytes(Array<Uint8Array>(Math.ceil(size / part.length)).fill(part));

const NULL_VALUE = Uint8Array.of(0x05, 0x00);

describe('a timestamp token costs the verifier no more than its size', () => {
  const handle = ({ token, root }: { token: Uint8Array; root: Uint8Array }) =>
    verifyTimestamp(token, { digest: DIGEST, roots: [root], now });
  const more = (attribute: Uint8Array): Forgery => ({ attributes: (parts) => [...parts, attribute] });

  it.each<[string, (size: number) => Forgery]>([
    [
      'with one long object identifier',
      (size) => more(writeDer(SEQUENCE, writeLongOid(size), writeDer(SET))),
    ],
    ['with many values', (size) => more(writeAttribute('1.2.3', writeDer(SEQUENCE, fill(size, NULL_VALUE))))],
    [
      'with a long text',
      (size) => more(writeAttribute('1.2.3', writeDer(UTF8_STRING, new Uint8Array(size)))),
    ],
    ['with certificates that are none', (size) => ({ certificates: () => [fill(size, NULL_VALUE)] })],
  ])('%s', LIMIT, async (_what, forge) => {
    const authority = await createAuthority();
    const made = await makeAll(512_000, async (size) => {
      return { token: await forgeToken(authority, forge(size)), root: authority.root };
    });
    await expectLinear({ ...made, handle });
  });

  it('that names its certificates over and over, of which one is large', LIMIT, async () => {
    const made = await makeAll(256_000, async (size) => {
      const authority = await createAuthority({ between: [{ extensions: extend(size) }] });
      const token = await forgeToken(authority, { attributes: (parts) => nameOften(parts, size) });
      return { token, root: authority.root };
    });
    await expectLinear({ ...made, handle, spentMs: spentByProcess });
  });
});

const writeLongOid = (size: number): Uint8Array =>
  writeDer(OBJECT_IDENTIFIER, new Uint8Array(size).fill(0x81), Uint8Array.of(1));

const extend = (size: number): Uint8Array[] => [
  ...AUTHORITY_EXTENSIONS,
  writeExtension('1.2.3.4', new Uint8Array(size), { critical: false }),
];

/** Signed attributes whose list of certificates begins as it should, and never seems to end. */
const nameOften = ([type, digest, named]: readonly Uint8Array[], size: number): Uint8Array[] => {
  const [own] = readDer(named!).children[1]!.children[0]!.children;
  const other = writeDer(SEQUENCE, writeDer(OCTET_STRING, new Uint8Array(32)));
  const list = writeDer(SEQUENCE, own!.content, fill(size, other));
  return [type!, digest!, writeAttribute(SIGNING_CERTIFICATE_V2, writeDer(SEQUENCE, list))];
};

describe('an answer on revocation, and a certificate, cost the verifier no more than their size', () => {
  const at = now;

  it('a list of many certificates', LIMIT, async () => {
    const { certificates, issuers } = await createSigner();
    const [certificate, issuer] = [certificates[0]!, issuers[0]!];
    const made = await makeAll(800_000, (size) =>
      answerCrl({ certificate, issuer }, { others: Math.ceil(size / 20) }),
    );
    const given = { certificate, issuer: issuer.certificate, ocsps: [], at };
    await expectLinear({ ...made, handle: (crl) => verifyRevocation({ ...given, crls: [crl] }) });
  });

  it('a response with much in its extension', LIMIT, async () => {
    const { certificates, issuers } = await createSigner();
    const [certificate, issuer] = [certificates[0]!, issuers[0]!];
    const made = await makeAll(400_000, (size) => {
      const extension = writeDer(SEQUENCE, writeLongOid(size), writeDer(OCTET_STRING, new Uint8Array(size)));
      return answerOcsp({ certificate, issuer }, { extension });
    });
    const given = { certificate, issuer: issuer.certificate, crls: [], at };
    await expectLinear({ ...made, handle: (ocsp) => verifyRevocation({ ...given, ocsps: [ocsp] }) });
  });

  it('a certificate with many extensions', LIMIT, async () => {
    const made = await makeAll(200_000, async (size) => {
      const extensions = Array.from({ length: Math.ceil(size / 20) }, (_, index) => {
        return writeExtension(`1.2.3.${index}`, NULL_VALUE, { critical: false });
      });
      const { certificates } = await createSigner({ signer: { extensions } });
      return certificates[0]!;
    });
    await expectLinear({ ...made, handle: (certificate) => describeSigner(certificate) });
  });
});

describe('canonical JSON costs no more than its size', () => {
  it.each<[string, (size: number) => CanonicalValue, number]>([
    [
      'of many keys',
      (size) => Object.fromEntries(Array.from({ length: size / 10 }, (_, key) => [`${key}`, 0])),
      800_000,
    ],
    [
      'of keys that begin alike',
      (size) =>
        Object.fromEntries(Array.from({ length: size / 200 }, (_, key) => ['a'.repeat(190) + key, 0])),
      800_000,
    ],
    ['of many values', (size) => Array<CanonicalValue>(size).fill(0), 800_000],
    ['of a long text', (size) => '\u0000"'.repeat(size / 2), 800_000],
    ['that is deep, with a long text inside', (size) => nestValue('a'.repeat(size), 60), 800_000],
    ['that is deeper than it may be', (size) => nestValue('a', size / 10), 40_000],
  ])('%s', LIMIT, async (_what, make, largest) => {
    await expectLinear({ make, handle: canonicalizeJson, largest });
  });
});

const nestValue = (value: CanonicalValue, depth: number): CanonicalValue => {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = [nested];
  return nested;
};
