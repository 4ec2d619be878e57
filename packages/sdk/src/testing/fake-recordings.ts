import { openRecordings } from '../field.ts';
import type { FeedOptions } from '../field/recordings/recording.ts';
import type { Runtime } from '../requests/options.ts';
import { createFakeFetch, type FakeReply, problem } from './fake-fetch.ts';
import { createFakeRuntime } from './fake-runtime.ts';

export const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
export const SESSION = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02';
export const URL_OF = `https://api.example.com/v1/field/uploads/${ID}`;
export const cut: FakeReply = () => {
  throw new TypeError('cut');
};

export const segment = (length: number, first = 0) =>
  Uint8Array.from({ length }, (_, n) => (first + n) % 251);
export const join = (...segments: Uint8Array[]) => segments.flatMap((bytes) => [...bytes]);

export type Fault = FakeReply | { takes: number; then: FakeReply } | null;

export function openFakeRecordings({
  faults = [] as Fault[],
  arrived = [] as number[],
  sleep = undefined as Runtime['sleep'] | undefined,
} = {}) {
  let size: number | null = null;
  let sent = 0;
  const take = (body: unknown, most = Infinity) => {
    const bytes = [...new Uint8Array(body as ArrayBuffer)].slice(0, most);
    sent += bytes.length;
    arrived.push(...bytes);
  };
  const tell = (status: number, headers: Record<string, string> = {}) => {
    const receipt = size === arrived.length && {
      'evidence-id': ID,
      'evidence-status': 'pending',
      'evidence-sha256': 'a',
      'evidence-received-sha256': 'b',
      'evidence-sequence': '7',
    };
    const offset = String(arrived.length);
    return new Response(null, { status, headers: { 'upload-offset': offset, ...receipt, ...headers } });
  };
  const { fetch, requests } = createFakeFetch((request, init) => {
    const { method, body, headers } = request;
    if (method === 'POST') return tell(201, { location: URL_OF });
    if (method === 'HEAD')
      return tell(200, size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) });
    const fault = faults.shift();
    if (typeof fault === 'function') return fault(request, init);
    if (headers.get('upload-offset') !== String(arrived.length))
      return problem(409, 'upload_offset_conflict')(request, init);
    const length = headers.get('upload-length');
    if (length !== null && size !== null) return problem(400, 'validation_error')(request, init);
    if (length !== null) size = Number(length);
    take(body, fault?.takes);
    return fault ? fault.then(request, init) : tell(204);
  });
  const { runtime, sleeps } = createFakeRuntime();
  const recordings = openRecordings({
    token: 'token',
    baseUrl: 'https://api.example.com',
    fetch,
    runtime: sleep ? { ...runtime, sleep } : runtime,
  });
  const start = (feed: FeedOptions = {}) => recordings.start(SESSION, { type: 'video/webm' }, feed);
  const methods = () => requests.map(({ method }) => method);
  return {
    recordings,
    start,
    requests,
    methods,
    sleeps,
    arrived,
    sent: () => sent,
    end: (length = arrived.length) => (size = length),
  };
}
