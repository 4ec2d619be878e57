import { prepareSignature } from '@field-inspection/evidence/seal';
import { afterEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../../platform/secrets/random.ts';
import { createTestSigner } from '../../../../testing/create-test-seal.ts';
import { signRawDigest } from '../../../../testing/csc-provider/sign-raw-digest.ts';
import {
  answerLate,
  CSC_CLIENT,
  CSC_FAULTS,
  type CscOffer,
  type CscProviderServer,
} from '../../../../testing/csc-provider/start-csc-provider.ts';
import { orderSignature, signDigest } from '../protocol/sign-digest.ts';
import { createCscProvider } from './create-csc-provider.ts';
import {
  ADA,
  authorise,
  BY_PERSON,
  closeWorlds,
  codeOf,
  DIGEST,
  openWorld,
  prepare,
  RETURN_URL,
  sign,
} from './testing/open-csc-world.ts';

afterEach(closeWorlds);

describe('a provider that lies', () => {
  const lieAbout = (change: (signer: CscProviderServer['signer']) => Buffer) => async (offer: CscOffer) => {
    const world = await openWorld(offer);
    const { signer } = world.server;
    world.server.lie('signatures/signHash', () => ({ signatures: [change(signer).toString('base64')] }));
    return codeOf(sign(world));
  };
  const other = createTestSigner('P-256');

  it.each<[string, (signer: CscProviderServer['signer']) => Buffer]>([
    ['over another digest', ({ key }) => signRawDigest(key, DIGEST)],
    ['by another certificate', () => signRawDigest(other.key, DIGEST)],
    ['of zeros', () => Buffer.alloc(64)],
    ['of nothing', () => Buffer.alloc(0)],
    ['of noise', () => systemRandom.bytes(256)],
  ])('wrong_signature: a signature %s is refused', async (_name, change) => {
    for (const kind of ['P-256', 'RSA'] as const) {
      expect(await lieAbout(change)({ ...BY_PERSON, kind })).toBe('wrong_signature');
    }
  });

  it('wrong_signature: one over what was prepared for another report', async () => {
    const world = await openWorld();
    const credential = await prepare(world);
    const { digest } = await prepareSignature(orderSignature(credential, new Uint8Array(32).fill(8)));
    const { key } = world.server.signer;
    world.server.lie('signatures/signHash', () => ({
      signatures: [signRawDigest(key, digest).toString('base64')],
    }));
    expect(await codeOf(sign(world))).toBe('wrong_signature');
  });

  it.each([
    ['none', { signatures: [] }],
    ['two', { signatures: ['AAAA', 'AAAA'] }],
    ['text', { signatures: ['no base64!'] }],
    ['a promise', { responseID: 'later' }],
  ])('malformed: %s instead of one signature', async (_name, reply) => {
    const world = await openWorld();
    world.server.lie('signatures/signHash', () => reply);
    expect(await codeOf(sign(world))).toBe('malformed');
  });

  it('expired: a signature that comes too late is refused, though it is good', async () => {
    const world = await openWorld();
    world.server.lie('signatures/signHash', (answer) => {
      world.clock.advance(61_000);
      return answer;
    });
    expect(await codeOf(sign(world, { until: 60_000 }))).toBe('expired');
    expect(await codeOf(sign(world, { until: 0 }))).toBe('expired');
  });

  it('expired: nothing is signed after the leave has ended', async () => {
    const world = await openWorld();
    const credential = await prepare(world);
    const authorisation = await authorise(world, credential);
    world.clock.advance(300_000);
    const until = new Date(world.clock.now().getTime() + 600_000);
    const given = { credential, authorisation, digest: DIGEST, until };
    expect(await codeOf(signDigest(world, world.provider, given))).toBe('expired');
    expect(world.server.asked.filter(({ path }) => path === 'signatures/signHash')).toEqual([]);
  });

  it('refused: leave for one digest signs no other, and signs once', async () => {
    const world = await openWorld();
    expect(await codeOf(sign(world, { digest: new Uint8Array(32).fill(9) }))).toBe('refused');
    const credential = await prepare(world);
    const authorisation = await authorise(world, credential);
    const until = new Date(world.clock.now().getTime() + 600_000);
    const given = { credential, authorisation, digest: DIGEST, until };
    await signDigest(world, world.provider, given);
    expect(await codeOf(signDigest(world, world.provider, given))).toBe('refused');
  });
});

describe('a provider that fails', () => {
  const PATHS = ['info', 'oauth2/token', 'credentials/list', 'credentials/info', 'signatures/signHash'];

  it.each(Object.entries(CSC_FAULTS))('is told so when it answers with %s', async (name, { lie, code }) => {
    // Each request that hangs costs its deadline.
    const paths = code === 'timeout' ? ['signatures/signHash'] : PATHS;
    for (const path of paths) {
      const world = await openWorld();
      world.server.lie(path, lie);
      expect(await codeOf(sign(world)), `${name} at ${path}`).toBe(code);
    }
  });

  it('timeout: the truth, but later than anybody waits', async () => {
    const world = await openWorld();
    world.server.lie('credentials/list', answerLate(2_000));
    expect(await codeOf(sign(world))).toBe('timeout');
  });

  it('unreachable: when nobody is there', async () => {
    const world = await openWorld();
    const settings = { url: 'http://127.0.0.1:1', ...CSC_CLIENT, returnUrl: RETURN_URL };
    const provider = createCscProvider({ ...world, random: systemRandom }, settings);
    expect(await codeOf(provider.prepare(ADA))).toBe('unreachable');
  });

  it('refused: with a client that it does not know', async () => {
    const world = await openWorld();
    const settings = { url: world.server.url, ...CSC_CLIENT, clientSecret: 'wrong', returnUrl: RETURN_URL };
    const provider = createCscProvider({ ...world, random: systemRandom }, settings);
    expect(await codeOf(prepare({ ...world, provider }))).toBe('refused');
  });

  it('malformed: when it names an address for OAuth 2.0 that is none', async () => {
    const world = await openWorld();
    for (const oauth2 of ['javascript:alert(1)', 'ftp://example.com/', '', 7]) {
      world.server.lie('info', (answer) => ({ ...answer, oauth2 }));
      expect(await codeOf(world.provider.prepare(ADA))).toBe('malformed');
    }
  });

  it('unsupported: a PIN that only its own page may ask for, and a log-in without OAuth 2.0', async () => {
    expect(await codeOf(sign(await openWorld({ ...BY_PERSON, mode: 'explicit' })))).toBe('unsupported');
    expect(await codeOf(sign(await openWorld({ ...BY_PERSON, authType: ['basic'] })))).toBe('unsupported');
  });
});
