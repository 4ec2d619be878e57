import { Bytes, FIELD_ROOT, type ErrorCode } from '@field-inspection/contract';
import type { Components, JsonSchema } from '../schemas/components.ts';
import { describeCodes } from './describe-failures.ts';
import { headerRefs, RECEIPT_HEADERS, type HeaderName } from './headers.ts';
import type { Paths } from '../schemas/hoist-parameters.ts';
import { hoistSchema } from '../schemas/hoist-schema.ts';
import { parameterRef, type ParameterName } from './parameters.ts';
import { TAGS } from '../tags.ts';

export const describeUploads = (components: Components): Paths => ({
  [`${FIELD_ROOT}/uploads`]: {
    post: describe(BEGIN, components),
  },
  [`${FIELD_ROOT}/uploads/{upload_id}`]: {
    head: describe(ASK, components),
    patch: describe(SEND, components),
    delete: describe(CANCEL, components),
  },
});

type UploadOperation = {
  id: string;
  summary: string;
  description: string;
  parameters: ParameterName[];
  body?: 'required' | 'optional';
  status: 200 | 201 | 204;
  headers: HeaderName[];
  errors: ErrorCode[];
};

const RECEIPT: HeaderName[] = [...RECEIPT_HEADERS, 'Evidence-Received-Sha256'];

const BEGIN: UploadOperation = {
  id: 'beginUpload',
  summary: 'Begin an upload',
  description:
    'Resumable, by tus 1.0.0 with the extensions creation, creation-with-upload, creation-defer-length and termination: any client of tus will do. A field person uploads a photo with the field_session_token; an operator the recording of a session, with an API key that has the scope `sessions:write`, or with the `token` of their media_connection, which is for that session alone. A recording begins when the recorder does, with `Upload-Defer-Length: 1`: none begins after the end of its session. Under an Idempotency-Key the same creation gets the same `Location`.',
  parameters: ['Tus-Resumable', 'Upload-Length', 'Upload-Defer-Length', 'Upload-Metadata', 'Idempotency-Key'],
  body: 'optional',
  status: 201,
  headers: [
    'Location',
    'Tus-Resumable',
    'Upload-Offset',
    ...RECEIPT,
    'Idempotency-Key',
    'Idempotent-Replayed',
  ],
  errors: [
    'checksum_mismatch',
    'consent_required',
    'evidence_invalid',
    'idempotency_in_flight',
    'idempotency_key_reused',
    'session.already_ended',
  ],
};

const ASK: UploadOperation = {
  id: 'getUpload',
  summary: 'Ask how far an upload is',
  description:
    'After a cut: go on from `Upload-Offset`; where all bytes have arrived without `Evidence-Id`, send no bytes from there, and it is finished. Also told of an upload that has become evidence.',
  parameters: ['upload_id', 'Tus-Resumable'],
  status: 200,
  headers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', ...RECEIPT],
  errors: [],
};

const SEND: UploadOperation = {
  id: 'sendUpload',
  summary: 'Send the next bytes of an upload',
  description:
    'With the last byte the upload becomes evidence, before the reply. At the end of one that has become evidence, the same reply is given again and nothing is taken. A recording that began with `Upload-Defer-Length` is fed part by part, and says its `Upload-Length` with the last; after the end of its session it takes parts for a minute, and is as long as what has come then.',
  parameters: ['upload_id', 'Tus-Resumable', 'Upload-Offset'],
  body: 'required',
  status: 204,
  headers: ['Tus-Resumable', 'Upload-Offset', ...RECEIPT],
  errors: [
    'checksum_mismatch',
    'consent_required',
    'evidence_invalid',
    'session.already_ended',
    'upload_offset_conflict',
  ],
};

const CANCEL: UploadOperation = {
  id: 'cancelUpload',
  summary: 'Cancel an upload',
  description: 'What has arrived is deleted. What has become evidence stays.',
  parameters: ['upload_id', 'Tus-Resumable'],
  status: 204,
  headers: ['Tus-Resumable'],
  errors: ['session.already_ended'],
};

const ALWAYS: ErrorCode[] = [
  'internal_error',
  'not_found',
  'permission_denied',
  'rate_limited',
  'tus_version_unsupported',
  'unauthenticated',
  'unavailable',
  'validation_error',
];
const WITH_BODY: ErrorCode[] = ['payload_too_large', 'request_timeout', 'unsupported_media_type'];

const describe = (
  { id, summary, description, parameters, body, status, headers, errors }: UploadOperation,
  components: Components,
): { parameters: JsonSchema[] } & JsonSchema => {
  const codes = [...ALWAYS, ...(body ? WITH_BODY : []), ...errors].sort();
  const schema = body && hoistSchema(Bytes, 'input', components.schemas);
  return {
    operationId: id,
    tags: [TAGS.fieldEvidence.title],
    summary,
    description,
    security: [{ fieldSession: [] }, { apiKey: ['sessions:write'] }],
    parameters: parameters.map(parameterRef),
    ...(schema && {
      requestBody: {
        required: body === 'required',
        content: { 'application/offset+octet-stream': { schema } },
      },
    }),
    responses: {
      [status]: { description: SUCCESSES[status], headers: headerRefs(headers) },
      ...describeCodes(codes, components),
    },
  };
};

const SUCCESSES = { 200: 'OK', 201: 'Created', 204: 'No Content' };
