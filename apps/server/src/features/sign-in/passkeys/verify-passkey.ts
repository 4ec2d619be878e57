import type { CreatePasskeyBody, UsePasskeyBody } from '@field-inspection/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../../config/read-config.ts';
import { ALGORITHMS, siteOf } from './passkey-options.ts';

type Site = Pick<Config, 'baseUrl'>;

export type NewKey = {
  rawId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  isBackedUp: boolean;
};

export type Proof = { counter: number; isBackedUp: boolean };

/** Gives the new key, where the browser made it for this challenge and this service; undefined otherwise. */
export const verifyCreation = async (
  config: Site,
  { challenge, shown }: { challenge: Uint8Array; shown: CreatePasskeyBody },
): Promise<NewKey | undefined> => {
  const { rpId, origin } = siteOf(config);
  return orNothing(async () => {
    if (isFramed(shown.client_data_json) || !isSelfMade(shown.attestation_object)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        // The id that counts is that of the attested data.
        id: 'new',
        rawId: 'new',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: shown.client_data_json, attestationObject: shown.attestation_object },
      },
      expectedChallenge: encode(challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      rawId: Uint8Array.from(Buffer.from(credential.id, 'base64url')),
      publicKey: Uint8Array.from(credential.publicKey),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  });
};

/**
 * Gives what the passkey told, where the holder of its private key signed this challenge for this service; undefined
 * otherwise. The counter is for the caller to judge, once the signature is known to be right.
 */
export const verifyUse = (
  config: Site,
  { challenge, shown, publicKey }: { challenge: Uint8Array; shown: UsePasskeyBody; publicKey: Uint8Array },
): Promise<Proof | undefined> => {
  const { rpId, origin } = siteOf(config);
  return orNothing(async () => {
    if (isFramed(shown.client_data_json)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: shown.raw_id,
        rawId: shown.raw_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: shown.client_data_json,
          authenticatorData: shown.authenticator_data,
          signature: shown.signature,
        },
      },
      expectedChallenge: encode(challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: shown.raw_id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, isBackedUp: credentialBackedUp };
  });
};

// The library throws whatever it finds wrong, in bytes of strangers as in signatures, but for some that it returns.
const orNothing = async <Result>(verify: () => Promise<Result | undefined>): Promise<Result | undefined> => {
  try {
    return await verify();
  } catch {
    return undefined;
  }
};

// The library takes an answer that a page of another origin had made in a frame, where the browser names no top origin.
const isFramed = (clientData: string): boolean => {
  const { crossOrigin, topOrigin } = JSON.parse(isoBase64URL.toUTF8String(clientData)) as Record<
    string,
    unknown
  >;
  return (crossOrigin ?? false) !== false || topOrigin !== undefined;
};

/**
 * Tells whether nobody but the authenticator itself vouches for the key, as was asked for. The library would read the
 * certificates of any other maker, and fetch their lists of revoked ones from whatever address they name.
 */
const isSelfMade = (attestation: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
