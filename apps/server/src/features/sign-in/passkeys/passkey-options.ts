import type { PasskeyCreation, PasskeyRequest } from '@field-inspection/contract';
import type { Member, Passkey } from '#prisma';
import type { Config } from '../../../config/read-config.ts';

/** Signatures that are taken, by COSE's numbers: ECDSA with P-256, Ed25519, and RSA of the chips of older PCs. */
export const ALGORITHMS = [-7, -8, -257];

/** Browsers give up a dialog after this time. The challenge itself lives longer, for what autofill offers. */
const TIMEOUT_MS = 300_000;

/** The host of passkeys: a browser gives none of them to a page of another host. */
export const siteOf = ({ baseUrl }: Pick<Config, 'baseUrl'>): { rpId: string; origin: string } => {
  const { hostname, origin } = new URL(baseUrl);
  return { rpId: hostname, origin };
};

type Known = Pick<Passkey, 'raw_id' | 'transports'>;

/** Describes a passkey to create: one that its authenticator keeps, and that asks for a finger, a face or a PIN. */
export const describeCreation = (
  config: Pick<Config, 'baseUrl'>,
  {
    challenge,
    member,
    userHandle,
    organisationName,
    known,
  }: {
    challenge: Uint8Array;
    member: Pick<Member, 'email' | 'name'>;
    userHandle: Uint8Array;
    organisationName: string;
    known: Known[];
  },
): PasskeyCreation => ({
  rp: { id: siteOf(config).rpId, name: 'Field Inspection Service' },
  user: {
    id: encode(userHandle),
    // A person of several organisations chooses by it.
    name: `${member.email} (${organisationName})`,
    displayName: member.name,
  },
  challenge: encode(challenge),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(describePasskey),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
});

/** Describes what is asked of a passkey: any of this service, or one of those that are known. */
export const describeRequest = (
  config: Pick<Config, 'baseUrl'>,
  { challenge, known = [] }: { challenge: Uint8Array; known?: Known[] },
): PasskeyRequest => ({
  rpId: siteOf(config).rpId,
  challenge: encode(challenge),
  timeout: TIMEOUT_MS,
  allowCredentials: known.map(describePasskey),
  userVerification: 'required',
});

const describePasskey = ({ raw_id, transports }: Known) => ({
  type: 'public-key' as const,
  id: encode(raw_id),
  transports,
});

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
