import { Problem } from '@field-inspection/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

test('what tus refuses is a problem with a Request-Id and the headers of the limits, as every reply', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  const stream = 'application/offset+octet-stream';
  const send = (method: string, headers: Record<string, string>, address = url) =>
    uploads.call(device, method, {
      url: address,
      headers,
      ...(method === 'PATCH' ? { body: Buffer.from('abc') } : {}),
    });
  const length = { 'upload-length': '1000' };
  const refusals: [string, Response][] = [
    ['412 tus_version_unsupported', await send('HEAD', { 'tus-resumable': '' })],
    ['412 tus_version_unsupported', await send('POST', { ...length, 'tus-resumable': '' }, uploads.url)],
    ['412 tus_version_unsupported', await send('POST', { ...length, 'tus-resumable': '0.2.2' }, uploads.url)],
    ['412 tus_version_unsupported', await send('HEAD', { 'tus-resumable': '2.0.0' })],
    ['400 validation_error', await send('POST', {}, uploads.url)],
    ['400 validation_error', await send('POST', { ...length, 'upload-metadata': '=' }, uploads.url)],
    [
      '400 validation_error',
      await send('POST', { ...length, 'upload-metadata': 'aW1hZ2UvanBlZw==' }, uploads.url),
    ],
    ['400 validation_error', await send('POST', { 'upload-length': '-1' }, uploads.url)],
    ['400 validation_error', await send('PATCH', { 'content-type': stream })],
    ['415 unsupported_media_type', await send('PATCH', { 'upload-offset': '0' })],
    ['409 upload_offset_conflict', await send('PATCH', { 'upload-offset': '5', 'content-type': stream })],
    ['413 payload_too_large', await send('POST', { 'upload-length': '5000000000' }, uploads.url)],
    ['404 not_found', await send('PATCH', { 'upload-offset': '0', 'content-type': stream }, `${url}0`)],
    ['405 method_not_allowed', await send('GET', {})],
    ['405 method_not_allowed', await send('PUT', {}, uploads.url)],
  ];
  for (const [outcome, response] of refusals) {
    const text = await response.text();
    const problem = Problem.parse(text === '' ? { ...EMPTY, status: response.status } : JSON.parse(text));
    if (text !== '') {
      expect(`${problem.status} ${problem.code}`).toBe(outcome);
      expect(problem.request_id).toBe(response.headers.get('request-id'));
    }
    expect([outcome.slice(0, 3), outcome, response.headers.get('content-type')]).toEqual([
      String(response.status),
      outcome,
      'application/problem+json; charset=utf-8',
    ]);
    expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('tus-resumable')).toBe('1.0.0');
  }
});

test('another version of tus is told the one that there is, whatever else is wrong', async () => {
  const device = await uploads.joinWithConsent();
  for (const version of ['0.2.2', '1.0.1', '1.0.0, 1.0.0', 'x']) {
    const headers = { 'tus-resumable': version, 'upload-length': '-1' };
    const response = await uploads.call(device, 'POST', { url: uploads.url, headers });
    expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect(Problem.parse(await response.json())).toMatchObject({
      code: 'tus_version_unsupported',
      detail: 'Send the header Tus-Resumable: 1.0.0.',
    });
  }
});

test('a length that is none says what to send; one beyond every number is too large', async () => {
  const device = await uploads.joinWithConsent();
  const begin = async (length: string) => {
    const headers = { 'upload-length': length, 'upload-metadata': 'filetype aW1hZ2UvanBlZw==' };
    const response = await uploads.call(device, 'POST', { url: uploads.url, headers });
    const { status, code, detail } = Problem.parse(await response.json());
    return { status, code, detail };
  };
  for (const length of ['-1', 'abc', '1.5', '00005', '1e3', '0x10']) {
    expect(await begin(length)).toEqual({
      status: 400,
      code: 'validation_error',
      detail:
        'header.upload-length: must be a whole number of bytes, in digits alone and without zeros before it, such as 1048576',
    });
  }
  for (const length of ['9007199254740993', '99999999999999999999999', '9'.repeat(400)]) {
    expect(await begin(length)).toMatchObject({ status: 413, code: 'payload_too_large' });
  }
});

test('an upload that would be too large is told how large one may be, the same as field.get and OPTIONS say', async () => {
  const device = await uploads.joinWithConsent();
  const { body: state } = await device.call('GET', '/session');
  const most = (state['uploads'] as { max_bytes: number }).max_bytes;
  const begin = async (token: string | undefined, length: number) => {
    const headers = { 'upload-length': String(length), 'upload-metadata': 'filetype aW1hZ2UvanBlZw==' };
    const response = await uploads.call(device, 'POST', {
      url: uploads.url,
      headers,
      ...(token && { token }),
    });
    return Problem.parse(await response.json());
  };
  expect(await begin(undefined, most + 1)).toMatchObject({
    code: 'payload_too_large',
    detail: `A photo may have at most ${most} bytes.`,
  });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(uploads.url, { method: 'OPTIONS', headers })).headers.get('tus-max-size');
  expect(await ask({})).toBe(String(most));
  expect(await ask({ authorization: `Bearer ${device.token}` })).toBe(String(most));
  const recording = await ask({ authorization: `Bearer ${server.seed.apiKey}` });
  expect(await begin(server.seed.apiKey, Number(recording) + 1)).toMatchObject({
    detail: `A recording may have at most ${recording} bytes.`,
  });
});

test('a size beyond all bounds is malformed where none is announced: 413 is not documented there', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  const headers = { 'upload-length': '9'.repeat(20) };
  const statuses = [
    (await uploads.call(device, 'HEAD', { url, headers })).status,
    (await uploads.call(device, 'DELETE', { url, headers })).status,
    (await uploads.call(device, 'DELETE', { url })).status,
  ];
  expect(statuses).toEqual([400, 400, 204]);
});

/** HEAD has no body: only the status tells. */
const EMPTY = { type: '', title: '', detail: '', code: 'not_found', request_id: '' };
