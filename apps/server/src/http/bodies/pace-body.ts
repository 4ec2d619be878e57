import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { inviteBody } from './invite-body.ts';

/** Milliseconds between looks whether the body is still wanted: a photo may take minutes. */
export const LOOK_MS = 3_000;

type Paced = {
  organisationId: string;
  look: () => Promise<void>;
};

/**
 * Reads a request's body as fast as its organisation's bytes may come, those of the oldest body first. Unread bytes
 * wait with their sender; one that waits for 100 Continue is not asked before its turn. Leaving bytes unread does not
 * break the connection that the reply goes over.
 *
 * @throws {Refusal} what `look` throws, with the next bytes that come
 */
export const paceBody = async function* (
  { bodies }: Pick<Context, 'bodies'>,
  request: IncomingMessage,
  { organisationId, look }: Paced,
): AsyncGenerator<Buffer> {
  const body = bodies(organisationId);
  request.once('close', body.close);
  try {
    await noteHold(request, body.take(0));
    inviteBody(request);
    const refuse = lookNowAndThen(look);
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      refuse();
      await noteHold(request, body.take(chunk.length));
      yield chunk;
    }
  } finally {
    request.off('close', body.close);
    body.close();
  }
};

type Hold = { heldMs: number; sinceMs: number | undefined };

const holds = new WeakMap<IncomingMessage, Hold>();

export const heldMsOf = (request: IncomingMessage): number => {
  const hold = holds.get(request);
  if (!hold) return 0;
  return hold.heldMs + (hold.sinceMs === undefined ? 0 : performance.now() - hold.sinceMs);
};

const noteHold = async (request: IncomingMessage, turn: Promise<void>): Promise<void> => {
  holds.set(request, { heldMs: heldMsOf(request), sinceMs: performance.now() });
  await turn;
  holds.set(request, { heldMs: heldMsOf(request), sinceMs: undefined });
};

// No byte waits for the look. A failed look decides nothing: recording judges the right again.
const lookNowAndThen = (look: () => Promise<void>) => {
  let nextMs = performance.now() + LOOK_MS;
  let refusal: Refusal | undefined;
  const lookOnce = async () => {
    nextMs = Infinity;
    await look().catch((error: unknown) => {
      if (error instanceof Refusal) refusal = error;
    });
    nextMs = performance.now() + LOOK_MS;
  };
  return (): void => {
    if (refusal) throw refusal;
    if (performance.now() > nextMs) void lookOnce();
  };
};
