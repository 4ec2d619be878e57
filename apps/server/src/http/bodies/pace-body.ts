import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.ts';
import { inviteBody } from './invite-body.ts';

/**
 * Reads the body of a request as fast as the bytes of its organisation may come. What is not read waits with its sender.
 * Leaving it unread does not break the connection that the reply goes over.
 */
export const paceBody = async function* (
  { bodies }: Pick<Context, 'bodies'>,
  organisationId: string,
  request: IncomingMessage,
): AsyncGenerator<Buffer> {
  inviteBody(request);
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    await bodies(organisationId, chunk.length);
    yield chunk;
  }
};
