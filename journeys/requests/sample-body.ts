import type { Drawing } from '@field-inspection/contract';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import type { z } from 'zod';
import type { Ids } from './ids.ts';
import type { Operation, Schema } from './operations.ts';

export const SAMPLE_PHOTO = Buffer.from(await takePhoto({ width: 64, height: 48 }));

export const SAMPLE_DRAWING: z.input<typeof Drawing> = {
  width: 1280,
  height: 720,
  strokes: [
    {
      tool: 'line',
      color: '#d92d20',
      size: 6,
      points: [
        [100, 80],
        [412, 230],
      ],
    },
  ],
};

/** Fields that no example can know: ids of objects, and the state that they are in. */
const knownFields = (ids: Ids): Record<string, unknown> => ({
  drawing: SAMPLE_DRAWING,
  evidence: ids.evidence_id,
  version: 1,
  signer: { name: 'Ada Rossi', email: 'ada@example.com' },
  level: 'SES',
  code: ids.code,
  otp_code: ids.code,
  token: ids.token,
  email: ids.email,
  organisation: ids.organisation_id,
  sha256: ids.sha256,
  state: ids.state,
  raw_id: ids.raw_id,
  client_data_json: ids.client_data_json,
  attestation_object: ids.attestation_object,
  authenticator_data: ids.authenticator_data,
  signature: ids.signature,
  user_handle: ids.user_handle,
});

/** Optional fields without which the route does not succeed. */
const NEEDED: Record<string, string[]> = {
  '/v1/signing/finish': ['code'],
  '/v1/signing/verify': ['otp_code'],
  '/v1/webhooks': ['url'],
  '/v1/sign-in/passkey/finish': ['user_handle'],
  '/api/v1/public/webhook-endpoints': ['url'],
};

export const sampleBody = (
  { body, path }: Pick<Operation, 'path'> & { body?: Schema | undefined },
  ids: Ids,
): Record<string, unknown> | undefined => {
  if (!body?.properties) return body ? {} : undefined;
  const known = knownFields(ids);
  return Object.fromEntries(
    [...(body.required ?? []), ...(NEEDED[path] ?? [])].map((name) => [
      name,
      known[name] ?? sampleValue(body.properties![name]!),
    ]),
  );
};

const sampleValue = (schema: Schema): unknown => {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  return 'sample';
};
