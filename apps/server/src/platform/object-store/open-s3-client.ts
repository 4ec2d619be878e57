import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { destinationOf } from '../egress-proxy/choose-proxy.ts';
import { proxyEnvFor } from '../egress-proxy/lead-out.ts';
import { inSpan } from '../tracing/trace.ts';
import { ObjectStoreError } from './object-store.ts';
import type { S3Settings } from '../../config/parse-s3-url.ts';
import { pipeline, Readable, Transform } from 'node:stream';

export type S3Deadlines = {
  /** Milliseconds with all repetitions, until the headers of the answer. */
  timeoutMs?: number;
  /** Milliseconds without a byte. A slow reader makes a body stand still, too. */
  stallMs?: number;
};

export const openS3Client = (
  settings: S3Settings,
  { timeoutMs = 30_000, stallMs = 120_000 }: S3Deadlines = {},
) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  // Each download holds a connection while its reader reads. With the default of 50, downloads would stop the puts.
  const agent = { maxSockets: 512, ...readProxyEnv(endpoint) };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Servers other than Amazon's refuse the checksums that the SDK would add, and so do signed URLs of puts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 5_000),
      socketTimeout: stallMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  capAnswers(client);
  const call = <T>(work: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> =>
    inSpan(SPAN, () => callWithin(timeoutMs, work));
  return { client, call, bucket: settings.bucket };
};

const readProxyEnv = (endpoint: string) => {
  const proxyEnv = proxyEnvFor(destinationOf(new URL(endpoint)));
  return proxyEnv ? { proxyEnv } : {};
};

const SPAN = { name: 'call object store', kind: 'client' } as const;

export type OpenS3Client = ReturnType<typeof openS3Client>;

const callWithin = async <T>(
  timeoutMs: number,
  work: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> => {
  // AbortSignal.timeout would also cut off a long download long after its headers came.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work({ abortSignal: controller.signal });
  } catch (cause) {
    if (cause instanceof S3ServiceException && ANSWERS.has(cause.name)) throw cause;
    const reason = controller.signal.aborted
      ? `did not answer within ${timeoutMs} ms`
      : 'refused or did not answer';
    throw new ObjectStoreError(`S3 ${reason}: see the cause, and check S3_URL and the rights of its key`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
};

/** These answers are no failure of S3. A HEAD has no body, so it says NotFound instead of NoSuchKey. */
const ANSWERS = new Set(['NoSuchKey', 'NotFound', 'InvalidRange', 'NoSuchUpload', 'NotImplemented']);

/** A page of a thousand keys takes some 400 KiB, at most some 2 MiB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** The SDK collects an answer in memory, however long it is; only an object's bytes are streamed. */
const capAnswers = ({ middlewareStack }: Pick<S3Client, 'middlewareStack'>): void =>
  middlewareStack.add(
    (next, context) => async (given) => {
      const { response, ...rest } = await next(given);
      const answer = response as { statusCode: number; body?: unknown };
      const isObject = context['commandName'] === 'GetObjectCommand' && answer.statusCode < 300;
      if (!isObject && answer.body instanceof Readable) answer.body = capBody(answer.body);
      return { ...rest, response };
    },
    // Between the wire and the middleware that reads.
    { name: 'capAnswers', step: 'deserialize', priority: 'low' },
  );

const capBody = (body: Readable): Readable => {
  let size = 0;
  const cap = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) return done(null, chunk);
      done(new Error(`The answer of S3 is longer than ${MAX_ANSWER_BYTES} bytes.`));
    },
  });
  // Whoever reads the cap gets the error.
  return pipeline(body, cap, () => {});
};
