import { z } from 'zod';
import { memberReadPolicy, memberWritePolicy, readPolicy, writePolicy } from '../laws/policy.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { list } from '../shapes/list.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { upTo, visibleText } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** The most passkeys of one member. */
export const MAX_PASSKEYS = 20;

const PasskeyName = visibleText(100).meta({
  description: 'A name by which its member knows it: 1 to 100 characters',
  example: 'Laptop',
});

/** A passkey of a member. */
export const Passkey = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'A name by which its member knows it', example: 'Laptop' }),
    backed_up: z.boolean().meta({
      description: 'True where its provider keeps it for several devices, as told at its last use',
      example: true,
    }),
    transports: z.array(z.string()).meta({
      description: 'How a device reaches it, as the browser said: usb, nfc, ble, hybrid, internal and others',
      example: ['internal', 'hybrid'],
    }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'null before its first use' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey of a member' });

export type Passkey = z.infer<typeof Passkey>;

const PasskeyPage = pageOf('PasskeyPage', Passkey);

/** Bytes in base64url, without padding, as WebAuthn's JSON has them. */
const bytes = (mostBytes: number) =>
  upTo(Math.ceil((mostBytes * 4) / 3)).regex(/^[A-Za-z0-9_-]*$/, 'must be base64url without padding');

const keyType = z.literal('public-key').meta({ description: 'The only kind that there is' });

const Descriptor = z
  .object({
    type: keyType,
    id: z.string().meta({ description: 'In base64url', example: 'q1Zy0kX7ZJ2cFJbV0oM8kg' }),
    transports: z.array(z.string()).meta({ description: 'As the browser said', example: ['internal'] }),
  })
  .meta({ id: 'PasskeyDescriptor', description: 'A passkey that the member has' });

const challenge = z.string().meta({
  description: '32 random bytes, in base64url',
  example: 'q1Zy0kX7ZJ2cFJbV0oM8kq5rj3sT4uVwXyZaBcDeFgH',
});

const timeout = z.int().meta({ description: 'In milliseconds', example: 300_000 });

const userVerification = z
  .literal('required')
  .meta({ description: 'The authenticator asks for a finger, a face or a PIN' });

export const PasskeyCreation = z
  .object({
    rp: z
      .object({
        id: z.string().meta({ description: "The service's host", example: 'inspect.example.com' }),
        name: z.string().meta({ description: 'Of the service', example: 'Field Inspection Service' }),
      })
      .meta({ id: 'PasskeySite', description: 'Where the passkey is of' }),
    user: z
      .object({
        id: z.string().meta({
          description: 'Random, for this member alone; in base64url',
          example: 'vR8k2nQ0T1mWb7yZ5cXa9dLfGhJpEoUiSrNtMwKqBxY',
        }),
        name: z.string().meta({
          description: 'The address and the organisation, as the browser shows them when one is chosen',
          example: 'ada@example.com (Acme Inspections)',
        }),
        displayName: z.string().meta({ description: 'First and last name', example: 'Ada Rossi' }),
      })
      .meta({ id: 'PasskeyUser', description: 'Whose the passkey is' }),
    challenge,
    pubKeyCredParams: z
      .array(
        z
          .object({
            type: keyType,
            alg: z.int().meta({ description: 'Of the register of COSE', example: -7 }),
          })
          .meta({ id: 'PasskeyAlgorithm', description: 'A kind of signature' }),
      )
      .meta({ description: 'Kinds of signatures that are taken, the best first' }),
    timeout,
    excludeCredentials: z.array(Descriptor).meta({ description: 'The passkeys that the member has' }),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').meta({ description: 'The passkey finds its member by itself' }),
        requireResidentKey: z.literal(true).meta({ description: 'The same, for older browsers' }),
        userVerification,
      })
      .meta({ id: 'PasskeySelection', description: 'What its authenticator must do' }),
    attestation: z.literal('none').meta({ description: 'Nobody need vouch for the authenticator' }),
  })
  .meta({
    id: 'PasskeyCreation',
    description:
      "What `navigator.credentials.create` takes, as WebAuthn's `PublicKeyCredential.parseCreationOptionsFromJSON` reads it",
  });

export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

export const PasskeyRequest = z
  .object({
    rpId: z.string().meta({ description: "The service's host", example: 'inspect.example.com' }),
    challenge,
    timeout,
    allowCredentials: z.array(Descriptor).meta({ description: 'Empty at a sign-in: any of this service' }),
    userVerification,
  })
  .meta({
    id: 'PasskeyRequest',
    description:
      "What `navigator.credentials.get` takes, as WebAuthn's `PublicKeyCredential.parseRequestOptionsFromJSON` reads it",
  });

export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

const ClientData = bytes(2_048).meta({
  description: 'Of the response, `clientDataJSON` in base64url',
  example:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiY1RGYWVUQnJXRGRhU2pKaiIsIm9yaWdpbiI6Imh0dHBzOi8vaW5zcGVjdC5leGFtcGxlLmNvbSJ9',
});

export const CreatePasskeyBody = z
  .strictObject({
    name: PasskeyName.optional().meta({
      description: 'A name by which you know it; unless given, that of your browser and system',
      example: 'Laptop',
    }),
    client_data_json: ClientData,
    attestation_object: bytes(3_072).meta({
      description: 'Of the response, `attestationObject` in base64url',
      example: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4',
    }),
    transports: list(upTo(20).regex(/^[a-z-]{1,20}$/, 'must be a word of small letters'))
      .max(10)
      .optional()
      .meta({ description: 'What `getTransports()` of the response gives', example: ['internal', 'hybrid'] }),
  })
  .meta({ id: 'CreatePasskeyBody', description: 'What `navigator.credentials.create` gave' });

export type CreatePasskeyBody = z.infer<typeof CreatePasskeyBody>;

export const UpdatePasskeyBody = z
  .strictObject({ name: PasskeyName })
  .meta({ id: 'UpdatePasskeyBody', description: 'What changes' });

export const UsePasskeyBody = z
  .strictObject({
    raw_id: bytes(1_023).min(1).meta({
      description: 'Of the credential, `rawId` in base64url',
      example: 'q1Zy0kX7ZJ2cFJbV0oM8kg',
    }),
    client_data_json: ClientData,
    authenticator_data: bytes(1_024).meta({
      description: 'Of the response, `authenticatorData` in base64url',
      example: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    }),
    signature: bytes(1_024).meta({
      description: 'Of the response, `signature` in base64url',
      example:
        'MEUCIQDx2nkX0cR7gZ1VbE3fV8mXxkQ0pQ3w9cC8sQ2pR4t5dAIgH1u2v3w4x5y6z7A8B9C0D1E2F3G4H5I6J7K8L9M0N1O',
    }),
    user_handle: bytes(64).nullable().optional().meta({
      description: 'Of the response, `userHandle` in base64url; at a sign-in it must be there',
      example: 'vR8k2nQ0T1mWb7yZ5cXa9dLfGhJpEoUiSrNtMwKqBxY',
    }),
  })
  .meta({ id: 'UsePasskeyBody', description: 'What `navigator.credentials.get` gave' });

export type UsePasskeyBody = z.infer<typeof UsePasskeyBody>;

const OwnParams = z.object({ passkey_id: Id });

// A member who adds a way in, or takes one away, has shown lately who they are.
const keyWritePolicy = (...given: Parameters<typeof memberWritePolicy>) => ({
  ...memberWritePolicy(...given),
  stepUp: true as const,
});

/** Routes below `/me`, by which a signed-in member sees to their own. */
export const ownPasskeys = c.router({
  listOwnPasskeys: {
    method: 'GET',
    path: '/me/passkeys',
    summary: 'List your own passkeys',
    description: 'Newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: PasskeyPage },
    metadata: memberReadPolicy(['invalid_cursor']),
  },
  beginPasskey: {
    method: 'POST',
    path: '/me/passkey/begin',
    summary: 'Begin to register a passkey',
    description:
      'Gives what `navigator.credentials.create` takes. It is valid for 10 minutes, once, in this session; the one before is dead.',
    body: NoBody,
    responses: { 200: PasskeyCreation },
    metadata: keyWritePolicy(['passkey_limit']),
  },
  createPasskey: {
    method: 'POST',
    path: '/me/passkeys',
    summary: 'Register a passkey',
    description: `Of what the browser made of the challenge. A member has at most ${MAX_PASSKEYS}. What is refused uses its challenge up: begin again.`,
    body: CreatePasskeyBody,
    responses: { 201: Passkey },
    metadata: keyWritePolicy(['passkey_limit', 'passkey_refused']),
  },
  updatePasskey: {
    method: 'PATCH',
    path: '/me/passkeys/:passkey_id',
    summary: 'Name one of your own passkeys',
    description: 'The name is for you: the authenticator keeps its own.',
    pathParams: OwnParams,
    body: UpdatePasskeyBody,
    responses: { 200: Passkey },
    metadata: memberWritePolicy(),
  },
  deleteOwnPasskey: {
    method: 'DELETE',
    path: '/me/passkeys/:passkey_id',
    summary: 'Remove one of your own passkeys',
    description: 'Nobody signs in by it any more. Sessions that it opened stay: end them on their own.',
    pathParams: OwnParams,
    body: NoBody,
    responses: { 204: c.noBody() },
    metadata: keyWritePolicy(),
  },
});

/** Routes of an org_admin. */
export const memberPasskeys = c.router({
  listPasskeys: {
    method: 'GET',
    path: '/org/members/:member_id/passkeys',
    summary: 'List the passkeys of a member',
    description: 'Newest first.',
    pathParams: z.object({ member_id: Id }),
    query: z.strictObject(pageQuery),
    responses: { 200: PasskeyPage },
    metadata: readPolicy('credentials:read', ['invalid_cursor']),
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/org/members/:member_id/passkeys/:passkey_id',
    summary: 'Remove a passkey of a member',
    description: 'Nobody signs in by it any more. Sessions that it opened stay: end them on their own.',
    pathParams: z.object({ member_id: Id, passkey_id: Id }),
    body: NoBody,
    responses: { 204: c.noBody() },
    metadata: writePolicy('credentials:write'),
  },
});
