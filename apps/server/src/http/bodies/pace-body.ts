import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { inviteBody } from './invite-body.ts';

/** How often it is asked whether what comes is still wanted: a photo over a bad network may take minutes. */
export const LOOK_MS = 3_000;

type Paced = {
  organisationId: string;
  /** Throws an ApiError once the rest is not wanted any more. */
  look: () => Promise<void>;
};

/**
 * Reads the body of a request as fast as the bytes of its organisation may come. What is not read waits with its sender.
 * Leaving it unread does not break the connection that the reply goes over.
 *
 * @throws {ApiError} what `look` throws, with the next bytes that come
 */
export const paceBody = async function* (
  { bodies }: Pick<Context, 'bodies'>,
  request: IncomingMessage,
  { organisationId, look }: Paced,
): AsyncGenerator<Buffer> {
  inviteBody(request);
  const refuse = lookNowAndThen(look);
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    refuse();
    await bodies(organisationId, chunk.length);
    yield chunk;
  }
};

// No byte waits for the look. One that fails decides nothing: what is recorded is judged again.
const lookNowAndThen = (look: () => Promise<void>) => {
  let nextMs = performance.now() + LOOK_MS;
  let refusal: ApiError | undefined;
  const lookOnce = async () => {
    nextMs = Infinity;
    await look().catch((error: unknown) => {
      if (error instanceof ApiError) refusal = error;
    });
    nextMs = performance.now() + LOOK_MS;
  };
  return (): void => {
    if (refusal) throw refusal;
    if (performance.now() > nextMs) void lookOnce();
  };
};
