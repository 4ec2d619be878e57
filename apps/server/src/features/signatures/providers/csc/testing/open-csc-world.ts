import { prepareSignature } from '@field-inspection/evidence/seal';
import { expect } from 'vitest';
import { makeName } from '../../../../../demo/authority/sign-certificate.ts';
import { systemRandom } from '../../../../../platform/secrets/random.ts';
import { createFakeClock } from '../../../../../testing/create-fake-clock.ts';
import { createTestSigner } from '../../../../../testing/create-test-seal.ts';
import {
  CSC_CLIENT,
  type CscOffer,
  type CscProviderServer,
  startCscProvider,
} from '../../../../../testing/csc-provider/start-csc-provider.ts';
import {
  type Authorisation,
  ProviderError,
  type ProviderRedirect,
  type ProviderStep,
  type SignatureProvider,
  type SigningCredential,
} from '../../protocol/signature-provider.ts';
import { orderSignature, signDigest } from '../../protocol/sign-digest.ts';
import { createCscProvider } from '../create-csc-provider.ts';

export const DIGEST = new Uint8Array(32).fill(7);
export const ADA = { name: 'Ada Rossi', email: 'ada@example.com' };
export const RETURN_URL = 'https://inspect.example.com/sign/return';
export const BY_PERSON: CscOffer = { authType: ['oauth2code'], mode: 'oauth2code', kind: 'P-256' };
export const BY_CLIENT: CscOffer = { authType: ['oauth2client'], mode: 'implicit', kind: 'P-256' };

const closing: (() => Promise<unknown>)[] = [];

export const closeWorlds = () => Promise.all(closing.splice(0).map((close) => close()));

export const person = (kind: CscOffer['kind']) => createTestSigner(kind, makeName('Ada Rossi'));

export type CscWorld = {
  server: CscProviderServer;
  provider: SignatureProvider;
  clock: ReturnType<typeof createFakeClock>;
};
export const openWorld = async (offer: CscOffer = BY_PERSON): Promise<CscWorld> => {
  const server = await startCscProvider({ signer: person(offer.kind), ...offer });
  closing.push(server.close);
  const clock = createFakeClock();
  const settings = { url: server.url, ...CSC_CLIENT, returnUrl: RETURN_URL, timeoutMs: 1_500 };
  return { server, clock, provider: createCscProvider({ clock, random: systemRandom }, settings) };
};

export const follow = async ({ server }: CscWorld, redirect: ProviderRedirect) => ({
  redirect,
  query: (await server.visit(redirect.actionUrl)).searchParams,
});
export const redirectOf = (step: ProviderStep<unknown>): ProviderRedirect => {
  if (step.done) throw new Error('There was nothing to do.');
  return step.redirect;
};

export const prepare = async (world: CscWorld): Promise<SigningCredential> => {
  const step = await world.provider.prepare(ADA);
  if (step.done) return step.result;
  return world.provider.finishPrepare(await follow(world, step.redirect), ADA);
};
export const authorise = async (world: CscWorld, credential: SigningCredential): Promise<Authorisation> => {
  const prepared = await prepareSignature(orderSignature(credential, DIGEST));
  const step = await world.provider.authorise(credential, prepared);
  if (step.done) return step.result;
  return world.provider.finishAuthorise(await follow(world, step.redirect));
};
export const sign = async (
  world: CscWorld,
  { until = 600_000, digest = DIGEST } = {},
): Promise<Uint8Array> => {
  const credential = await prepare(world);
  const authorisation = await authorise(world, credential);
  const end = new Date(world.clock.now().getTime() + until);
  return signDigest(world, world.provider, { credential, authorisation, digest, until: end });
};
export const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  const { message, code } = error as ProviderError;
  for (const hidden of ['127.0.0.1', CSC_CLIENT.clientSecret, 'words']) expect(message).not.toContain(hidden);
  return code;
};
