import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signTimestamp } from '../authority.ts';
import { createAuthority, type KeyKind } from '../testing/create-authority.ts';
import {
  createOpensslAuthority,
  opensslVersion,
  verifyWithOpenssl,
  type OpensslAuthority,
  type OpensslKey,
} from '../testing/openssl-authority.ts';
import { buildTimestampRequest } from './build-timestamp-request.ts';
import { readTimestampReply } from './read-timestamp-reply.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

const DIGEST = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
const OTHER_DIGEST = new Uint8Array(32);
const POLICY = '1.3.6.1.4.1.99999.1';

// The first nonce starts negative and needs a byte in front; the other begins with bytes like padding.
const NONCE = Uint8Array.from([0xff, 0, 0, 0, 0, 0, 0, 1]);
const OTHER_NONCE = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';

async function judge(given: { request: Uint8Array; nonce: Uint8Array; reply: Uint8Array; root: Uint8Array }) {
  const { nonce, root } = given;
  const { status, token } = readTimestampReply(given.reply);
  expect(status).toBe(0);
  // openssl takes its time from the machine.
  const verdict = await verifyTimestamp(token, { digest: DIGEST, nonce, roots: [root], now: new Date() });
  return { ours: verdict, theirs: verifyWithOpenssl(given) };
}

describe.skipIf(!opensslVersion)(`\`openssl ts -verify\` agrees with our verifier (${openssl})`, () => {
  describe.each<OpensslKey>(['rsa:3072', 'P-256'])(
    "on good tokens from openssl's own authority, %s",
    (key) => {
      let authority: OpensslAuthority;
      beforeAll(() => {
        authority = createOpensslAuthority(key);
      });
      afterAll(() => authority.remove());

      it.each<[string, string[], number | null]>([
        ['as usual', [], 1_000_000],
        ['with the certificate by SHA-1', ['ess_cert_id_alg = sha1'], 1_000_000],
        ['with the certificate by SHA-512', ['ess_cert_id_alg = sha512'], 1_000_000],
        ['with the whole chain by hash', ['ess_cert_id_chain = yes'], 1_000_000],
        ['signed with SHA-384', ['signer_digest = sha384'], 1_000_000],
        ['signed with SHA-512', ['signer_digest = sha512'], 1_000_000],
        ['in an order', ['ordering = yes'], 1_000_000],
        ['accurate to microseconds', ['accuracy = secs:2, millisecs:500, microsecs:7'], 2_500_007],
        ['of no stated accuracy', ['accuracy = '], null],
        ['without its name', ['tsa_name = no'], 1_000_000],
        ['with a time to the microsecond', ['clock_precision_digits = 6'], 1_000_000],
      ])('%s', async (_name, settings, accuracyUs) => {
        const before = Math.floor(Date.now() / 1000) * 1000;
        const { der: request, nonce } = buildTimestampRequest(DIGEST, { nonce: NONCE });
        const reply = authority.reply(request, settings);
        const { ours, theirs } = await judge({ request, nonce, reply, root: authority.root });

        expect(theirs).toBe(true);
        expect(ours).toEqual({
          valid: true,
          gen_time: expect.any(String),
          serial: expect.stringMatching(/^[0-9a-f]{2}$/),
          policy: POLICY,
          accuracy_us: accuracyUs,
          authority: 'CN=Unit,C=IT',
        });
        const genTime = Date.parse(ours.valid ? ours.gen_time : '');
        expect(genTime).toBeGreaterThanOrEqual(before);
        expect(genTime).toBeLessThanOrEqual(Date.now());
      });

      it('and on refusing those for other data, another request, another root', async () => {
        const { der: request, nonce } = buildTimestampRequest(DIGEST, { nonce: NONCE });
        const otherData = buildTimestampRequest(OTHER_DIGEST, { nonce: NONCE });
        const otherRequest = buildTimestampRequest(DIGEST, { nonce: OTHER_NONCE });
        const otherRoot = (await createAuthority()).root;
        const { root } = authority;

        const cases = [
          ['wrong_digest', { request, nonce, reply: authority.reply(otherData.der), root }],
          ['wrong_nonce', { request, nonce, reply: authority.reply(otherRequest.der), root }],
          ['untrusted', { request, nonce, reply: authority.reply(request), root: otherRoot }],
        ] as const;
        for (const [code, given] of cases) {
          expect(await judge(given)).toMatchObject({ ours: { valid: false, code }, theirs: false });
        }
      });

      it('and reads why a request is refused', () => {
        const { der } = buildTimestampRequest(DIGEST, { nonce: NONCE, policy: '1.2.3.4' });

        expect(() => readTimestampReply(authority.reply(der))).toThrowError(/rejection; .*policy/);
      });
    },
  );

  describe.each<KeyKind>(['RSA-3072', 'P-256', 'P-384'])('on good tokens from ours, %s', (kind) => {
    it.each([
      ['signed right under the root', []],
      ['with two authorities in between', [{}, {}]],
    ])('%s', async (_name, between) => {
      const { root, certificates, key } = await createAuthority({ kind, between });
      const { der: request, nonce } = buildTimestampRequest(DIGEST, { nonce: OTHER_NONCE });
      const genTime = new Date(Math.floor(Date.now() / 1000) * 1000);
      const serial = 2n ** 160n - 1n;
      const order = { request, certificates, key, serial, genTime, policy: POLICY, accuracyMs: 1500 };
      const reply = await signTimestamp(order);

      expect(await judge({ request, nonce, reply, root })).toEqual({
        theirs: true,
        ours: {
          valid: true,
          gen_time: genTime.toISOString(),
          serial: 'f'.repeat(40),
          policy: POLICY,
          accuracy_us: 1_500_000,
          authority: 'CN=Test unit',
        },
      });
    });
  });
});
