import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** A limit in a fixed window; `subject` is hashed, since an address must not be readable here. */
type Window = { subject: string; words: string; limit: number; windowSeconds: number };

/**
 * Counts the messages that a request is about to queue, one per recipient named, against the organisation's
 * day and each recipient's hour. Over either limit nothing is counted: the transaction is rolled back.
 *
 * @throws {ApiError} rate_limited with Retry-After
 */
export const countMessages = async (
  { config, keyring }: Pick<Context, 'config' | 'keyring'>,
  tx: Tx,
  { organisationId, recipients }: { organisationId: string; recipients: string[] },
): Promise<void> => {
  const nowSeconds = Math.floor(tx.now.getTime() / 1000);
  for (const { window, count } of listWindows(config, { organisationId, recipients })) {
    const windowStart = Math.floor(nowSeconds / window.windowSeconds) * window.windowSeconds;
    const subject = keyring.sign('message-window', window.subject);
    const counted = await countInWindow(tx, { subject, windowStart, count, limit: window.limit });
    if (!counted) throw limited(window, { nowSeconds, resetAt: windowStart + window.windowSeconds });
  }
};

// The organisation first, then the recipients by name: every request locks the rows in this order, so that no two
// wait for each other.
const listWindows = (
  config: Context['config'],
  { organisationId, recipients }: { organisationId: string; recipients: string[] },
): { window: Window; count: number }[] => {
  const counts = new Map<string, number>();
  for (const recipient of recipients.map((name) => name.toLowerCase()).sort()) {
    counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const organisation = {
    subject: `organisation:${organisationId}`,
    words: 'messages a day for the organisation',
    limit: config.messagesPerOrganisationDay,
    windowSeconds: DAY_SECONDS,
  };
  const perRecipient = [...counts].map(([recipient, count]) => ({
    window: {
      subject: `recipient:${recipient}`,
      words: 'messages an hour for one recipient',
      limit: config.messagesPerRecipientHour,
      windowSeconds: HOUR_SECONDS,
    },
    count,
  }));
  return [{ window: organisation, count: recipients.length }, ...perRecipient];
};

// Raw: one conditional upsert, so that requests in parallel never count past the limit.
const countInWindow = async (
  tx: Tx,
  {
    subject,
    windowStart,
    count,
    limit,
  }: { subject: Buffer; windowStart: number; count: number; limit: number },
): Promise<boolean> => {
  const counted = await tx.db.$executeRaw`
    insert into message_windows as w (subject, window_start, count)
    select ${subject}, ${windowStart}::bigint, ${count}::int
    where ${count}::int <= ${limit}::int
    on conflict (subject) do update
    set window_start = greatest(w.window_start, excluded.window_start),
      count = case when w.window_start < excluded.window_start then 0 else w.count end + excluded.count
    where w.window_start < excluded.window_start or w.count + excluded.count <= ${limit}::int
  `;
  return counted > 0;
};

// The headers speak of the limit that was met, not of the requests' own.
const limited = (
  { words, limit }: Window,
  { nowSeconds, resetAt }: { nowSeconds: number; resetAt: number },
) =>
  new ApiError('rate_limited', `There are at most ${limit} ${words}. Nothing was changed; try again later.`, {
    headers: {
      'Retry-After': String(Math.max(1, resetAt - nowSeconds)),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(resetAt),
    },
  });
