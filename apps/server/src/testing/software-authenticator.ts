import type {
  CreatePasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  UsePasskeyBody,
} from '@field-inspection/contract';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The parts of an answer that are other than they should be. */
export type Bend = {
  origin?: string;
  challenge?: string;
  type?: string;
  rpId?: string;
  /** Flags of the authenticator data: UP 1, UV 4, BE 8, BS 16. */
  flags?: number;
  counter?: number;
  key?: KeyObject;
  clientData?: Record<string, unknown>;
  /** In place of "none" with no statement. */
  attestation?: { format: string; statement: Map<unknown, unknown> };
  userHandle?: string | null;
};

type Kept = { rawId: Buffer; privateKey: KeyObject; userHandle: string; counter: number };

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>;

const PRESENT_AND_VERIFIED = 0b101;
const ATTESTED = 0b0100_0000;

/** An authenticator of software, on a page of an origin: it makes passkeys of P-256 and signs by them. */
export const createAuthenticator = (origin: string, { isCounting = true }: { isCounting?: boolean } = {}) => {
  const kept: Kept[] = [];
  const answer = (options: { challenge: string }, type: string, bend: Bend) => {
    const clientData = Buffer.from(
      JSON.stringify({
        type: bend.type ?? type,
        challenge: bend.challenge ?? options.challenge,
        origin: bend.origin ?? origin,
        crossOrigin: false,
        ...bend.clientData,
      }),
    );
    return { clientData, hash: createHash('sha256').update(clientData).digest() };
  };
  return {
    kept,
    create: (options: PasskeyCreation, bend: Bend = {}): CreatePasskeyBody => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const rawId = randomBytes(32);
      const counter = bend.counter ?? (isCounting ? 1 : 0);
      kept.push({ rawId, privateKey, userHandle: options.user.id, counter });
      const { clientData } = answer(options, 'webauthn.create', bend);
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const flags = (bend.flags ?? PRESENT_AND_VERIFIED) | ATTESTED;
      const authData = Buffer.concat([
        authenticatorData(bend.rpId ?? options.rp.id, flags, counter),
        Buffer.alloc(16),
        Buffer.of(0, rawId.length),
        rawId,
        encodeCbor(key),
      ]);
      const { format, statement } = bend.attestation ?? { format: 'none', statement: new Map() };
      const attestation = new Map<unknown, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]);
      return {
        client_data_json: clientData.toString('base64url'),
        attestation_object: encodeCbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      };
    },
    get: (options: PasskeyRequest, bend: Bend = {}, one = kept.at(-1)!): UsePasskeyBody => {
      if (isCounting) one.counter += 1;
      const { clientData, hash } = answer(options, 'webauthn.get', bend);
      const data = authenticatorData(
        bend.rpId ?? options.rpId,
        bend.flags ?? PRESENT_AND_VERIFIED,
        bend.counter ?? one.counter,
      );
      return {
        raw_id: one.rawId.toString('base64url'),
        client_data_json: clientData.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash]), bend.key ?? one.privateKey).toString(
          'base64url',
        ),
        user_handle: bend.userHandle === undefined ? one.userHandle : bend.userHandle,
      };
    },
  };
};

const authenticatorData = (rpId: string, flags: number, counter: number): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count]);
};

/** The part of CBOR (RFC 8949) that WebAuthn uses: integers, bytes, texts, lists and maps. */
export const encodeCbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([name, part]) => [encodeCbor(name), encodeCbor(part)]),
    ]);
  throw new Error(`CBOR of ${typeof value} is not written here`);
};

const head = (major: number, size: number): Buffer => {
  const first = major << 5;
  if (size < 24) return Buffer.of(first | size);
  if (size < 256) return Buffer.of(first | 24, size);
  return Buffer.of(first | 25, size >> 8, size & 255);
};
