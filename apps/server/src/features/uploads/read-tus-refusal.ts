import { ERRORS } from '@tus/server';
import { invalidParts } from '@field-inspection/rules';
import { Refusal, type InvalidPart } from '../../refusals.ts';
import { maxBytesOf, type UploadKind } from '../../platform/describe-uploads.ts';
import { tooManyBytes } from './upload-metadata.ts';

/** The protocol's own refusal is plain text, without a code. */
export const readTusRefusal = ({ status, text, takes, length }: Refused): Refusal => {
  const [, listed] = /^Invalid (.+)\n$/.exec(text) ?? [];
  const headers = listed?.split(' ') ?? [];
  // The library takes a malformed header for another version; tus 1.0.0, section 2.2, has 412 for that.
  if (status === 412 || headers.includes('tus-resumable')) return otherVersion();
  if (headers.includes('content-type')) return noBytes();
  // The library can't read a length beyond JavaScript's numbers.
  if (headers.includes('upload-length') && isBeyond(length, takes)) return tooManyBytes(takes);
  if (headers.length > 0) return invalidHeaders(headers);
  return (BY_TEXT.get(text) ?? unknown)(takes);
};

type Refused = {
  status: number;
  text: string;
  takes: UploadKind;
  length: unknown;
};

const otherVersion = () =>
  new Refusal('tus_version_unsupported', 'Send the header Tus-Resumable: 1.0.0.', {
    headers: { 'Tus-Version': '1.0.0' },
  });

const isBeyond = (length: unknown, takes: UploadKind): boolean =>
  typeof length === 'string' && /^[1-9]\d*$/.test(length) && Number(length) > maxBytesOf(takes);

const A_NUMBER =
  'must be a whole number of bytes, in digits alone and without zeros before it, such as 1048576';

const RULES: Record<string, string> = {
  'upload-length': A_NUMBER,
  'upload-offset': A_NUMBER,
  'upload-defer-length': 'must be 1, or be left out',
  'upload-metadata': 'must be pairs of a key and its value in Base64, such as filetype aW1hZ2UvanBlZw==',
  'upload-concat': 'is not supported: send the upload as one',
};

const invalidHeaders = (
  names: string[],
  say = (name: string) => RULES[name] ?? 'is not valid in tus 1.0.0',
): Refusal => {
  const errors = names.map((name): InvalidPart => ({
    path: `header.${name}`,
    code: 'invalid_format',
    message: say(name),
  }));
  return invalidParts(errors);
};

const noBytes = () =>
  new Refusal('unsupported_media_type', 'Send the bytes as application/offset+octet-stream.');
const moreThanAnnounced = (takes: UploadKind) =>
  new Refusal(
    'payload_too_large',
    `More bytes came than Upload-Length announced, or than the ${maxBytesOf(takes)} that a ${takes} may have.`,
  );
const noUpload = () => new Refusal('not_found', 'There is no upload under this address any more.');
const elsewhere = () =>
  new Refusal('upload_offset_conflict', 'Ask by HEAD for Upload-Offset, and go on from there.');
const busy = () =>
  new Refusal('unavailable', 'The bytes could not be taken. Ask by HEAD for Upload-Offset, and go on.', {
    headers: { 'Retry-After': '1' },
  });
const unknown = () =>
  new Refusal('internal_error', 'The request could not be handled. Tell support the request_id.');

const BY_TEXT = new Map<string, (takes: UploadKind) => Refusal>([
  [ERRORS.MISSING_OFFSET.body, () => invalidHeaders(['upload-offset'], () => 'is required')],
  [ERRORS.INVALID_CONTENT_TYPE.body, noBytes],
  [
    ERRORS.INVALID_LENGTH.body,
    () => invalidHeaders(['upload-length'], () => 'is required, or Upload-Defer-Length: 1 in its place'),
  ],
  [ERRORS.INVALID_METADATA.body, () => invalidHeaders(['upload-metadata'])],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION.body, () => invalidHeaders(['upload-concat'])],
  [ERRORS.FILE_NOT_FOUND.body, noUpload],
  [ERRORS.FILE_NO_LONGER_EXISTS.body, noUpload],
  [ERRORS.INVALID_TERMINATION.body, noUpload],
  [ERRORS.INVALID_OFFSET.body, elsewhere],
  [ERRORS.ABORTED.body, elsewhere],
  [ERRORS.ERR_SIZE_EXCEEDED.body, moreThanAnnounced],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED.body, tooManyBytes],
  [ERRORS.ERR_LOCK_TIMEOUT.body, () => busy()],
  [ERRORS.FILE_WRITE_ERROR.body, () => busy()],
]);
