import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** A page of a thousand keys takes some 400 KiB, at most some 2 MiB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * The SDK collects an answer in memory before it reads it, however long it is. Here it ends at a cap, except for the
 * bytes of an object, which are streamed to whoever reads them.
 */
export const capAnswers = ({ middlewareStack }: Pick<S3Client, 'middlewareStack'>): void =>
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
  // An error reaches whoever reads the cap.
  return pipeline(body, cap, () => {});
};
