import { assembleSignature, prepareSignature } from '@field-inspection/evidence/seal';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestSigner } from '../../../../testing/create-test-seal.ts';
import {
  CSC_CLIENT,
  type CscDescription,
  type CscOffer,
} from '../../../../testing/csc-provider/start-csc-provider.ts';
import { orderSignature, signDigest } from '../protocol/sign-digest.ts';
import {
  ADA,
  authorise,
  BY_CLIENT,
  BY_PERSON,
  closeWorlds,
  codeOf,
  DIGEST,
  follow,
  openWorld,
  person,
  prepare,
  redirectOf,
  RETURN_URL,
  sign,
} from './testing/open-csc-world.ts';

afterEach(closeWorlds);

describe('a signature by a remote provider', () => {
  it.each<[string, CscOffer]>([
    ['ECDSA, by a person who logs in and agrees there', BY_PERSON],
    ['RSA, by a person who logs in and agrees there', { ...BY_PERSON, kind: 'RSA' }],
    ['ECDSA, by this server for a person', BY_CLIENT],
    ['RSA, by this server for a person', { ...BY_CLIENT, kind: 'RSA' }],
    ['a person who logs in, and need not agree again', { ...BY_PERSON, mode: 'implicit' }],
  ])('is over what was prepared, under the certificate that was shown: %s', async (_name, offer) => {
    const world = await openWorld(offer);
    const credential = await prepare(world);
    expect(credential).toMatchObject({ id: 'ada-1', subject: 'CN=Ada Rossi', level: 'AES', hash: 'SHA-256' });
    expect(credential.certificates).toEqual(world.server.signer.certificates);
    const authorisation = await authorise(world, credential);
    const until = new Date(world.clock.now().getTime() + 600_000);
    const given = { credential, authorisation, digest: DIGEST, until };
    const signature = await signDigest(world, world.provider, given);
    const cms = await assembleSignature({ ...orderSignature(credential, DIGEST), signature });
    expect(cms.length).toBeGreaterThan(signature.length);
  });

  it('shows the provider a digest, and nothing else of the report', async () => {
    const world = await openWorld();
    await sign(world);
    const { digest } = await prepareSignature(orderSignature(await prepare(world), DIGEST));
    const asked = world.server.asked.find(({ path }) => path === 'signatures/signHash')!;
    expect(asked.body).toMatchObject({
      credentialID: 'ada-1',
      hashes: [Buffer.from(digest).toString('base64')],
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
    });
    expect(asked.body).toHaveProperty('SAD');
  });

  it('keeps between the steps what can be written down and read again', async () => {
    const { certificates: _, ...rest } = await prepare(await openWorld());
    expect(JSON.parse(JSON.stringify(rest))).toEqual(rest);
  });
});

describe('the redirect', () => {
  it('names no secret, and binds the code to this server and the leave to one digest', async () => {
    const world = await openWorld();
    const credential = await prepare(world);
    const prepared = await prepareSignature(orderSignature(credential, DIGEST));
    const { actionUrl, state, secret } = redirectOf(await world.provider.authorise(credential, prepared));
    const { searchParams } = new URL(actionUrl);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: 'credential',
      credentialID: 'ada-1',
      numSignatures: '1',
      hashes: Buffer.from(prepared.digest).toString('base64url'),
      redirect_uri: RETURN_URL,
      code_challenge_method: 'S256',
      state,
    });
    for (const hidden of [secret, CSC_CLIENT.clientSecret, ADA.email])
      expect(actionUrl).not.toContain(hidden);
  });

  it('wrong_state: a return that belongs to nothing, or to another begin', async () => {
    const world = await openWorld();
    const [one, other] = [await world.provider.prepare(ADA), await world.provider.prepare(ADA)].map(
      redirectOf,
    );
    const { query } = await follow(world, one!);
    expect(await codeOf(world.provider.finishPrepare({ redirect: other!, query }, ADA))).toBe('wrong_state');
    query.delete('state');
    expect(await codeOf(world.provider.finishPrepare({ redirect: one!, query }, ADA))).toBe('wrong_state');
    expect(world.server.asked.filter(({ path }) => path === 'oauth2/token')).toEqual([]);
  });

  it('refused: a code works once, and with its own verifier only', async () => {
    const world = await openWorld();
    const redirect = redirectOf(await world.provider.prepare(ADA));
    const returned = await follow(world, redirect);
    const other = { ...returned, redirect: { ...redirect, secret: 'another verifier' } };
    expect(await codeOf(world.provider.finishPrepare(other, ADA))).toBe('refused');
    const again = await follow(world, redirect);
    await world.provider.finishPrepare(again, ADA);
    expect(await codeOf(world.provider.finishPrepare(again, ADA))).toBe('refused');
  });

  it('declined, expired, refused, malformed: a return that is none', async () => {
    const world = await openWorld();
    const redirect = redirectOf(await world.provider.prepare(ADA));
    const { searchParams: declined } = await world.server.visit(redirect.actionUrl, 'decline');
    const finish = (query: URLSearchParams) => codeOf(world.provider.finishPrepare({ redirect, query }, ADA));
    expect(await finish(declined)).toBe('declined');
    expect(await finish(new URLSearchParams({ state: redirect.state, error: 'server_error' }))).toBe(
      'refused',
    );
    expect(await finish(new URLSearchParams({ state: redirect.state }))).toBe('malformed');
    const { query } = await follow(world, redirect);
    world.clock.advance(600_000);
    expect(await finish(query)).toBe('expired');
  });
});

describe('no_credential: a certificate that signs no document now', () => {
  const describeAs = (describe: (credential: CscDescription) => object) =>
    openWorld({ ...BY_PERSON, describe }).then((world) => codeOf(prepare(world)));
  const certificateOf = ({ certificates }: { certificates: readonly Uint8Array[] }) =>
    certificates.map((der) => Buffer.from(der).toString('base64'));
  const withCertificates = (certificates: string[]) =>
    describeAs((credential) => ({ ...credential, cert: { ...credential.cert, certificates } }));

  it('is passed over when its key or its certificate is not in use', async () => {
    expect(await describeAs(({ key, ...rest }) => ({ ...rest, key: { ...key, status: 'disabled' } }))).toBe(
      'no_credential',
    );
    expect(await describeAs(({ cert, ...rest }) => ({ ...rest, cert: { ...cert, status: 'revoked' } }))).toBe(
      'no_credential',
    );
    expect(
      await describeAs(({ key, ...rest }) => ({ ...rest, key: { ...key, algo: ['1.2.840.113549.1.1.5'] } })),
    ).toBe('no_credential');
  });

  it("is passed over when it is an organisation's, an authority's, or no certificate", async () => {
    expect(await withCertificates(certificateOf(createTestSigner('P-256')))).toBe('no_credential');
    expect(await withCertificates(certificateOf(person('P-256')).slice(1))).toBe('no_credential');
    expect(await withCertificates([Buffer.from('certificate').toString('base64')])).toBe('no_credential');
  });

  it('is passed over once it has expired', async () => {
    const world = await openWorld();
    world.clock.advance(1_001 * 86_400_000);
    expect(await codeOf(prepare(world))).toBe('no_credential');
  });

  it('is not there for a person without an address, whom this server would have to name', async () => {
    const { provider } = await openWorld(BY_CLIENT);
    expect(await codeOf(provider.prepare({ name: 'Ada', email: null }))).toBe('no_credential');
  });
});
