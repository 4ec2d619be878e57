import type { PreparedSignature } from '@field-inspection/evidence/seal';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import {
  type Authorisation,
  ProviderError,
  type ProviderRedirect,
  type ProviderSigner,
  type ProviderStep,
  type SignatureProvider,
  type SigningCredential,
} from '../protocol/signature-provider.ts';
import { readReturn, startRedirect } from '../protocol/redirect.ts';
import {
  askCsc,
  CscCredential,
  CscCredentials,
  CscInfo,
  CscLeave,
  type CscQuestion,
  CscSignatures,
  CscToken,
} from './ask-csc.ts';
import { type CscAccess, HASH_OIDS, readCredential } from './read-credential.ts';

export type CscSettings = {
  /** The base of the API, such as https://csc.example.com/csc/v2, without a slash at its end. */
  url: string;
  clientId: string;
  clientSecret: string;
  returnUrl: string;
  timeoutMs?: number;
};

/** Qualified providers speak CSC API v2. They see a digest, never the report. */
export const createCscProvider = (
  context: Pick<Context, 'clock' | 'random'>,
  settings: CscSettings,
): SignatureProvider => {
  const csc: Csc = { ...context, settings };
  return {
    name: 'csc',
    demo: false,
    prepare: (signer) => prepare(csc, signer),
    finishPrepare: async (returned) => {
      const token = await exchangeCode(csc, readReturn(csc, returned));
      return findCredential(csc, { token: token.access_token });
    },
    authorise: (credential, prepared) => authorise(csc, credential, prepared),
    finishAuthorise: async (returned) => {
      const token = await exchangeCode(csc, readReturn(csc, returned));
      return leaveOf(csc, token.access_token, token.expires_in);
    },
    sign: (credential, authorisation, prepared) => sign(csc, { credential, authorisation, prepared }),
  };
};

type Csc = Pick<Context, 'clock' | 'random'> & { settings: CscSettings };

const MAX_CREDENTIALS = 10;

/** A provider without a login has this server speak for the person. */
const prepare = async (csc: Csc, signer: ProviderSigner): Promise<ProviderStep<SigningCredential>> => {
  const { authType, authorizeUrl, tokenUrl } = await readInfo(csc);
  if (authType.includes('oauth2code')) {
    return { done: false, redirect: redirect(csc, authorizeUrl, { scope: 'service' }) };
  }
  if (!authType.includes('oauth2client')) {
    throw new ProviderError('unsupported', 'The provider offers no OAuth 2.0 to log in with.');
  }
  if (signer.email === null) throw new ProviderError('no_credential', 'The signer has no e-mail address.');
  const token = await askForToken(csc, tokenUrl, { grant_type: 'client_credentials', scope: 'service' });
  return {
    done: true,
    result: await findCredential(csc, { token: token.access_token, userId: signer.email }),
  };
};

const findCredential = async (
  csc: Csc,
  { token, userId }: { token: string; userId?: string },
): Promise<SigningCredential> => {
  const body = { ...(userId === undefined ? {} : { userID: userId }), maxResults: MAX_CREDENTIALS };
  const { credentialIDs } = await ask(csc, 'credentials/list', {
    body,
    reply: CscCredentials,
    bearer: token,
  });
  for (const id of credentialIDs.slice(0, MAX_CREDENTIALS)) {
    const details = { credentialID: id, certificates: 'chain', certInfo: true, authInfo: true };
    const question = { body: details, reply: CscCredential, bearer: token };
    const described = await ask(csc, 'credentials/info', question);
    const credential = readCredential(described, { id, token, now: csc.clock.now() });
    if (credential) return credential;
  }
  throw new ProviderError('no_credential', 'The signer has no certificate there that signs documents now.');
};

const authorise = async (
  csc: Csc,
  { id, access }: SigningCredential,
  prepared: PreparedSignature,
): Promise<ProviderStep<Authorisation>> => {
  const { token, mode } = readAccess(access);
  const hashAlgorithmOID = HASH_OIDS[prepared.hash];
  const digest = Buffer.from(prepared.digest);
  if (mode === 'oauth2code') {
    const asked = { scope: 'credential', credentialID: id, numSignatures: '1', hashAlgorithmOID };
    const { authorizeUrl } = await readInfo(csc);
    const hashes = digest.toString('base64url');
    return { done: false, redirect: redirect(csc, authorizeUrl, { ...asked, hashes }) };
  }
  // Nobody may type a provider's PIN or code into another party's page.
  if (mode !== 'implicit') {
    throw new ProviderError(
      'unsupported',
      'The provider wants a PIN or a code that only its own page may ask for.',
    );
  }
  const body = { credentialID: id, numSignatures: 1, hashes: [digest.toString('base64')], hashAlgorithmOID };
  const leave = await ask(csc, 'credentials/authorize', { body, reply: CscLeave, bearer: token });
  return { done: true, result: leaveOf(csc, leave.SAD, leave.expiresIn) };
};

const leaveOf = ({ clock }: Csc, secret: string, seconds: number): Authorisation => ({
  secret,
  expiresAt: new Date(clock.now().getTime() + seconds * 1_000),
});

const sign = async (
  csc: Csc,
  given: { credential: SigningCredential; authorisation: Authorisation; prepared: PreparedSignature },
): Promise<Uint8Array> => {
  const { token, algorithm } = readAccess(given.credential.access);
  const { signatures } = await ask(csc, 'signatures/signHash', {
    body: {
      credentialID: given.credential.id,
      SAD: given.authorisation.secret,
      hashes: [Buffer.from(given.prepared.digest).toString('base64')],
      hashAlgorithmOID: HASH_OIDS[given.prepared.hash],
      signAlgo: algorithm.oid,
      ...(algorithm.parameters ? { signAlgoParams: algorithm.parameters } : {}),
      operationMode: 'S',
    },
    reply: CscSignatures,
    bearer: token,
  });
  return signatures[0];
};

const readAccess = (access: string): CscAccess => JSON.parse(access) as CscAccess;

const redirect = (csc: Csc, authorizeUrl: string, parameters: Record<string, string>): ProviderRedirect => {
  const { clientId, returnUrl } = csc.settings;
  const all = { ...parameters, client_id: clientId, redirect_uri: returnUrl };
  return startRedirect(csc, { authorizeUrl, parameters: all });
};

const exchangeCode = async (csc: Csc, { code, verifier }: { code: string; verifier: string }) => {
  const { tokenUrl } = await readInfo(csc);
  return askForToken(csc, tokenUrl, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: csc.settings.returnUrl,
  });
};

const askForToken = ({ settings }: Csc, url: string, form: Record<string, string>) => {
  const { clientId, clientSecret, timeoutMs } = settings;
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  return askCsc(url, { body, reply: CscToken, ...(timeoutMs ? { timeoutMs } : {}) });
};

/** OAuth 2.0 must be at https, unless the API itself is not. */
const readInfo = async (csc: Csc) => {
  const { authType, oauth2 } = await ask(csc, 'info', { body: {}, reply: CscInfo });
  if (csc.settings.url.startsWith('https:') && !oauth2.startsWith('https:')) {
    throw new ProviderError('malformed', 'The provider names an address for OAuth 2.0 that is not https.');
  }
  const base = `${oauth2.replace(/\/+$/, '')}/oauth2`;
  return { authType, authorizeUrl: `${base}/authorize`, tokenUrl: `${base}/token` };
};

const ask = <Reply extends z.ZodType>(
  { settings: { url, timeoutMs } }: Csc,
  path: string,
  question: CscQuestion<Reply>,
): Promise<z.output<Reply>> => askCsc(`${url}/${path}`, { ...question, ...(timeoutMs ? { timeoutMs } : {}) });
