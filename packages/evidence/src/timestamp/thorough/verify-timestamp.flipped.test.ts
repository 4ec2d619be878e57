import { beforeAll, describe, expect, it } from 'vitest';

import { readDer } from '../../der/read-der.ts';
import { createAuthority, type KeyKind } from '../../testing/create-authority.ts';
import { DIGEST, GEN_TIME, POLICY } from '../../testing/forge-token.ts';
import { readKnownTimestamp } from '../../testing/known-timestamp/read-known-timestamp.ts';
import { buildTimestampRequest } from '../build-timestamp-request.ts';
import { readTimestampReply } from '../read-timestamp-reply.ts';
import { signTimestamp } from '../../authority.ts';
import { readToken } from '../token.ts';
import { verifyTimestamp } from '../verify-timestamp.ts';

type Case = { token: Uint8Array; root: Uint8Array; digest: Uint8Array };

// The token has the root, too, as some authorities' tokens do: a certificate that no path needs.
async function signOurs(kind: KeyKind): Promise<Case> {
  const { root, certificates, key } = await createAuthority({ kind, between: [{}] });
  const { der: request } = buildTimestampRequest(DIGEST, { nonce: new Uint8Array(8) });
  const all = [...certificates, root];
  const order = { certificates: all, key, serial: 5n, genTime: GEN_TIME, policy: POLICY, accuracyMs: 1500 };
  const { token } = readTimestampReply(await signTimestamp({ request, ...order }));
  return { token, root, digest: DIGEST };
}

describe.each<[string, () => Case | Promise<Case>]>([
  ["openssl's authority", readKnownTimestamp],
  ['ours, P-256', () => signOurs('P-256')],
  ['ours, RSA-3072', () => signOurs('RSA-3072')],
])('a token from %s', (_name, make) => {
  let given: Case;
  beforeAll(async () => {
    given = await make();
  });

  const isValid = async (token: Uint8Array): Promise<boolean> => {
    const { digest, root } = given;
    const now = new Date('2026-11-21T00:00:00Z');
    // The nonce is not compared, so only the signature can show a flip in it.
    return (await verifyTimestamp(token, { digest, roots: [root], now })).valid;
  };

  it('is valid as it is', async () => {
    expect(await isValid(given.token)).toBe(true);
  });

  it('is refused with any one bit flipped, but in the versions, names and copies on which nothing rests', async () => {
    const free = listFree(given);
    const accepted: string[] = [];
    for (let index = 0; index < given.token.length; index++) {
      const verdicts = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => {
          const flipped = new Uint8Array(given.token);
          flipped[index]! ^= 1 << bit;
          return isValid(flipped);
        }),
      );
      if (free.some(({ start, end }) => index >= start && index < end)) continue;
      accepted.push(...verdicts.flatMap((valid, bit) => (valid ? [`byte ${index}, bit ${bit}`] : [])));
    }
    expect(accepted).toEqual([]);
  });

  it('is refused with its end cut off, wherever', async () => {
    for (let length = 0; length < given.token.length; length++) {
      expect(await isValid(given.token.subarray(0, length))).toBe(false);
    }
  });

  it('is refused with a byte added or taken out, wherever', async () => {
    const { token } = given;
    for (let index = 0; index <= token.length; index++) {
      const [before, after] = [token.subarray(0, index), token.subarray(index)];
      expect(await isValid(Uint8Array.from([...before, 0, ...after]))).toBe(false);
      if (after.length > 0)
        expect(await isValid(Uint8Array.from([...before, ...after.subarray(1)]))).toBe(false);
    }
  });
});

/**
 * Changes here stay harmless: the root's copy in the token, the versions, and capitals in the name by which the
 * signer's certificate is found, since the signature is checked by that certificate.
 */
function listFree({ token, root }: Case): { start: number; end: number }[] {
  const { signerIssuer } = readToken(token);
  const copy = Buffer.from(token).indexOf(root);
  const name = signerIssuer.bytes.byteOffset - token.byteOffset;
  const signedData = readDer(token).children[1]!.children[0]!;
  const signerInfo = signedData.children.at(-1)!.children[0]!;
  const versions = [signedData, signerInfo].map(({ children }) => children[0]!);
  return [
    { start: copy, end: copy + root.length },
    { start: name, end: name + signerIssuer.bytes.length },
    ...versions.map(({ bytes }) => {
      const end = bytes.byteOffset - token.byteOffset + bytes.length;
      return { start: end - 1, end };
    }),
  ];
}
