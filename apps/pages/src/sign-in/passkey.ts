import type {
  CreatePasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  UsePasskeyBody,
} from '@field-inspection/contract';

/** Browsers know no passkeys at the address of a machine, which is no name. */
export const hasPasskeys = 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** True where the browser offers passkeys at the field of the address, while nobody has asked for one. */
export const canAutofill = async (): Promise<boolean> => {
  if (!hasPasskeys) return false;
  const kind = window.PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  return (await kind.isConditionalMediationAvailable?.()) ?? false;
};

let waiting = new AbortController();

/** The browser asks for one passkey at a time. */
export const stopAsking = (): AbortSignal => {
  waiting.abort();
  return (waiting = new AbortController()).signal;
};

/** undefined: the person has none here, or wants none. */
export const askForPasskey = async (
  { allowCredentials, challenge, ...options }: PasskeyRequest,
  mediation: CredentialMediationRequirement = 'optional',
): Promise<UsePasskeyBody | undefined> => {
  try {
    const publicKey = { ...options, challenge: decode(challenge), allowCredentials: read(allowCredentials) };
    const given = await navigator.credentials.get({ publicKey, signal: stopAsking(), mediation });
    const { rawId, response } = given as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
    return {
      raw_id: encode(rawId),
      client_data_json: encode(response.clientDataJSON),
      authenticator_data: encode(response.authenticatorData),
      signature: encode(response.signature),
      user_handle: response.userHandle && encode(response.userHandle),
    };
  } catch {
    return undefined;
  }
};

export const makePasskey = async ({
  challenge,
  user,
  excludeCredentials,
  ...options
}: PasskeyCreation): Promise<CreatePasskeyBody | undefined> => {
  try {
    const publicKey = {
      ...options,
      challenge: decode(challenge),
      user: { ...user, id: decode(user.id) },
      excludeCredentials: read(excludeCredentials),
    };
    const made = await navigator.credentials.create({ publicKey });
    const { response } = made as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
    return {
      client_data_json: encode(response.clientDataJSON),
      attestation_object: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    };
  } catch {
    return undefined;
  }
};

const read = (known: PasskeyRequest['allowCredentials']): PublicKeyCredentialDescriptor[] =>
  known.map((each) => ({ ...each, id: decode(each.id) }) as PublicKeyCredentialDescriptor);

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
