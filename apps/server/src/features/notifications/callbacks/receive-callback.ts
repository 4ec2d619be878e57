import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { readCallback } from './read-callback.ts';
import { settleMessage } from './settle-message.ts';
import { verifyCallback } from './verify-callback.ts';

type Sent = {
  provider: string;
  body: Buffer;
  signature: string | undefined;
  authorization: string | undefined;
};

/**
 * Takes a provider's callback. One for a message that nobody knows is taken, too: it may be gone, and the provider need
 * not hear which there are.
 */
export const receiveCallback = async (context: Context, { provider, ...sent }: Sent): Promise<void> => {
  const { messageCallbackSecret: secret } = context.secrets;
  const channel = provider === 'email' || provider === 'sms' ? provider : undefined;
  if (secret === undefined || channel === undefined)
    throw new ApiError('not_found', 'There is no such path.');
  if (!verifyCallback(sent, { secret, now: context.clock.now() })) {
    throw new ApiError(
      'unauthenticated',
      'Sign the callback in Svc-Signature with MESSAGE_CALLBACK_SECRET and a time of the last 5 minutes, or send the secret in the header Authorization: Bearer.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  const { messageId, ...said } = readCallback(sent.body);
  if (messageId !== undefined) await settleMessage(context, channel, { messageId, ...said });
};
