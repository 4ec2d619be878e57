import { beforeAll, describe, expect, it } from 'vitest';

import { AUTHORITY_EXTENSIONS, createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { DIGEST, forgeToken, writeAttribute, writeHash, type Forgery } from '../testing/forge-token.ts';
import { growDer } from '../testing/grow-der.ts';
import {
  writeExtendedKeyUsage,
  writeExtension,
  writeKeyUsage,
  writeName,
} from '../testing/issue-certificate.ts';
import { readDer } from '../der/read-der.ts';
import { BIT_STRING, BOOLEAN, CONTEXT, OCTET_STRING, PRIMITIVE_CONTEXT, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger } from '../der/write-der.ts';
import {
  BASIC_CONSTRAINTS,
  EXTENDED_KEY_USAGE,
  SHA_256,
  SIGNING_CERTIFICATE,
  SIGNING_CERTIFICATE_V2,
  TIME_STAMPING,
} from '../x509/oids.ts';
import { verifyTimestamp } from './verify-timestamp.ts';
import { digestBytes } from '../x509/web-crypto.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority({ between: [{}] });
});

async function judge(given: TestAuthority, forgery: Forgery = {}) {
  return judgeToken(given, await forgeToken(given, forgery));
}

function judgeToken(given: TestAuthority, token: Uint8Array) {
  const now = new Date('2026-11-20T10:03:00Z');
  return verifyTimestamp(token, { digest: DIGEST, roots: [given.root], now });
}

// All that a statement and its attributes may have, so that there is something to grow.
const statement: Forgery['tstInfo'] = (parts) => [
  ...parts,
  writeDer(
    SEQUENCE,
    writeInteger(1),
    writeInteger(5, PRIMITIVE_CONTEXT[0]),
    writeInteger(5, PRIMITIVE_CONTEXT[1]),
  ),
  writeDer(BOOLEAN, Uint8Array.of(0xff)),
  writeInteger(9),
  writeDer(CONTEXT[0], writeDer(CONTEXT[4], writeName('Test unit'))),
  writeDer(CONTEXT[1], writeExtension('1.2.3', writeDer(SEQUENCE), { critical: false })),
];

async function writeBothIds(): Promise<Uint8Array[]> {
  const own = authority.certificates[0]!;
  const names = writeDer(SEQUENCE, writeDer(CONTEXT[4], writeName('Test authority 1')));
  const issuerSerial = writeDer(SEQUENCE, names, writeInteger(99));
  const older = writeDer(OCTET_STRING, await digestBytes('SHA-1', own));
  const newer = writeDer(OCTET_STRING, await digestBytes('SHA-256', own));
  const write = (oid: string, ...id: Uint8Array[]) =>
    writeAttribute(oid, writeDer(SEQUENCE, writeDer(SEQUENCE, writeDer(SEQUENCE, ...id))));
  return [
    write(SIGNING_CERTIFICATE, older, issuerSerial),
    write(SIGNING_CERTIFICATE_V2, writeHash(SHA_256), newer, issuerSerial),
  ];
}

describe('a token with one more value in any of its sequences or sets is refused', () => {
  it('in what the authority states, signed', async () => {
    let grown: Uint8Array[] = [];
    const content = (bytes: Uint8Array) => {
      grown = growDer(bytes);
      return bytes;
    };
    expect(await judge(authority, { tstInfo: statement, content })).toMatchObject({ valid: true });

    expect(grown.length).toBeGreaterThan(8);
    for (const bytes of grown) {
      expect(await judge(authority, { content: () => bytes })).toMatchObject({ valid: false });
    }
  });

  it('in the attributes, signed', async () => {
    const ids = await writeBothIds();
    let all: readonly Uint8Array[] = [];
    const attributes: Forgery['attributes'] = (parts) => (all = [...parts.slice(0, 2), ...ids]);
    expect(await judge(authority, { attributes })).toMatchObject({ valid: true });

    for (const [index, attribute] of all.entries()) {
      for (const grown of growDer(attribute)) {
        expect(await judge(authority, { attributes: () => all.with(index, grown) })).toMatchObject({
          valid: false,
        });
      }
    }
  });

  it('in the signature', async () => {
    let signature = new Uint8Array();
    const signerInfo = (parts: readonly Uint8Array[]) => {
      signature = new Uint8Array(readDer(parts[5]!).content);
      return parts.with(5, writeDer(OCTET_STRING, growDer(signature)[0]!));
    };

    expect(await judge(authority, { signerInfo })).toMatchObject({ valid: false, code: 'malformed' });
  });

  it('anywhere else', async () => {
    const grown = growDer(await forgeToken(authority));

    expect(grown.length).toBeGreaterThan(50);
    for (const token of grown) expect(await judgeToken(authority, token)).toMatchObject({ valid: false });
  });
});

describe('a certificate with one more value in any of its sequences or sets is refused, signed as it is', () => {
  // Parts 3 and 5 are names, which may hold any value.
  it.each([0, 2, 4, 6, 7])("in part %i of the signer's", async (part) => {
    let count = Infinity;
    for (let index = 0; index < count; index++) {
      const changed = await createAuthority({
        signer: {
          signedParts: (parts) => {
            const grown = growDer(parts[part]!);
            count = grown.length;
            return parts.with(part, grown[index]!);
          },
        },
      });
      expect(await judge(changed)).toMatchObject({ valid: false });
    }
    expect(count).toBeGreaterThan(0);
  });

  it('in its whole', async () => {
    const more = Uint8Array.of(0x9e, 0);
    const changed = await createAuthority({ signer: { signedParts: (parts) => [...parts, more] } });

    expect(await judge(changed)).toMatchObject({ valid: false, code: 'malformed' });
  });

  it('in an extension', async () => {
    const constraints = growDer(writeDer(SEQUENCE, writeDer(BOOLEAN, Uint8Array.of(0xff))));
    const purposes = growDer(readDer(writeExtendedKeyUsage([TIME_STAMPING])).children[2]!.content);
    const authorityExtensions = [
      writeExtension(BASIC_CONSTRAINTS, constraints[0]!),
      AUTHORITY_EXTENSIONS[1]!,
    ];
    const signerExtensions = [writeExtension(EXTENDED_KEY_USAGE, purposes[0]!), writeKeyUsage(0x80)];

    for (const changes of [
      { between: [{ extensions: authorityExtensions }] },
      { signer: { extensions: signerExtensions } },
    ]) {
      expect(await judge(await createAuthority(changes))).toMatchObject({ valid: false, code: 'malformed' });
    }
  });

  it('in an RSA key', async () => {
    const changed = await createAuthority({
      kind: 'RSA-3072',
      signer: {
        signedParts: (parts) => {
          const [algorithm, key] = readDer(parts[6]!).children;
          const grown = writeDer(BIT_STRING, Uint8Array.of(0), growDer(key!.content.subarray(1))[0]!);
          return parts.with(6, writeDer(SEQUENCE, algorithm!.bytes, grown));
        },
      },
    });

    expect(await judge(changed)).toMatchObject({ valid: false, code: 'malformed' });
  });
});
