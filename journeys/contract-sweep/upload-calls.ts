import type { FieldPerson } from './join-field-person.ts';

/** The path of the resumable uploads, which speak tus and are not in the contract. */
export const UPLOADS_PATH = '/v1/field/uploads';

/** How many bytes a begun upload has, and how many it announced. */
const [SENT, ANNOUNCED] = ['abcd', 8] as const;

type TusCall = { method: string; headers: Record<string, string>; body?: string };

const encode = (value: string): string => Buffer.from(value).toString('base64');

/** Begins an upload; `metadata` are more words of Upload-Metadata. */
export const beginning = (metadata: Record<string, string> = {}): TusCall => ({
  method: 'POST',
  headers: {
    'upload-length': String(ANNOUNCED),
    'upload-metadata': Object.entries({ filetype: 'image/jpeg', ...metadata })
      .map(([name, value]) => `${name} ${encode(value)}`)
      .join(','),
  },
});

const sending = (offset: number): TusCall => ({
  method: 'PATCH',
  headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  body: offset === 0 ? SENT : 'e',
});

/** Each of the protocol's requests on an upload that was begun. */
export const UPLOAD_CALLS: Record<string, TusCall> = {
  'uploads.head': { method: 'HEAD', headers: {} },
  'uploads.patch': sending(SENT.length),
  'uploads.delete': { method: 'DELETE', headers: {} },
};

export const callUploads = async (
  baseUrl: string,
  { method, headers, body }: TusCall,
  { id = '', bearer }: { id?: string; bearer?: string | undefined },
) => {
  const response = await fetch(`${baseUrl}${UPLOADS_PATH}${id && `/${id}`}`, {
    method,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      'tus-resumable': '1.0.0',
      ...headers,
    },
    ...(body ? { body } : {}),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** A begun upload of a field person, with its first bytes; its id. */
export const beginUpload = async (
  baseUrl: string,
  { token: bearer }: Pick<FieldPerson['device'], 'token'>,
): Promise<string> => {
  const begun = await callUploads(baseUrl, beginning(), { bearer });
  const id = begun.headers.get('location')?.split('/').at(-1);
  if (!id) throw new Error(`The upload did not begin: ${begun.status} ${begun.text}`);
  await callUploads(baseUrl, sending(0), { id, bearer });
  return id;
};
