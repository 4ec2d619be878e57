import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import {
  DAY_SECONDS,
  findMessageWindow,
  subjectOfCodes,
  subjectOfMessages,
} from '../../quotas/exports/find-plan.ts';
import { isCode, isNotice, type MessageKind } from './queue-messages.ts';

const HOUR_SECONDS = 3_600;

type Counted = { kind: MessageKind; recipient: string };

/** A limit in a fixed window; null stands for the limit of the organisation's plan. */
type Window = { subject: string; words: string; limit: number | null; windowSeconds: number };

/** A window in which these messages are to be counted. */
type Count = Window & { count: number; key: string; startsAt: number };

/** A window without room for its messages, with its limit. */
type Refused = Count & { limit: number };

/** The refusal of messages over a limit. `resetAt` is when there may be room again. */
export class MessageLimitError extends Refusal {
  override name = 'MessageLimitError';
  readonly resetAt: Date;

  constructor({ words, limit, startsAt, windowSeconds }: Refused, nowSeconds: number) {
    const resetAt = startsAt + windowSeconds;
    // The headers give the limit that was met, not the limit of requests.
    super('rate_limited', `There are at most ${limit} ${words}. Nothing was changed; try again later.`, {
      headers: {
        'Retry-After': String(Math.max(1, resetAt - nowSeconds)),
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(resetAt),
      },
    });
    this.resetAt = new Date(resetAt * 1000);
  }
}

/**
 * Counts messages against the organisation's day, and against each recipient's hour at this organisation and over all
 * organisations. One-time codes are counted apart, and not over all organisations: whatever the others send, an
 * organisation's codes arrive. Notices to operators are counted apart, too: however many inspections end, none takes the
 * place of an invite or of a code to sign in. Over any limit nothing is counted: the transaction is rolled back.
 *
 * @throws {MessageLimitError} rate_limited with Retry-After
 */
export const countMessages = async (
  { config, keyring }: Pick<Context, 'config' | 'keyring'>,
  tx: Tx,
  { organisationId, messages }: { organisationId: string; messages: Counted[] },
): Promise<void> => {
  const counts = messages
    .flatMap(({ kind, recipient }) => {
      const about = { organisationId, recipient: recipient.toLowerCase() };
      if (isNotice(kind)) return listNoticeWindows(config, about);
      return isCode(kind) ? listCodeWindows(config, about) : listWindows(config, about);
    })
    .reduce((known, window) => {
      const count = (known.get(window.subject)?.count ?? 0) + 1;
      const { key, startsAt } = findMessageWindow({ keyring }, { ...window, now: tx.now });
      return known.set(window.subject, { ...window, count, startsAt, key: key.toString('hex') });
    }, new Map<string, Count>());
  const refused = await countInWindows(tx, organisationId, [...counts.values()]);
  // The error tells the limit that lasts longest.
  const [longest] = refused.toSorted((a, b) => b.windowSeconds - a.windowSeconds);
  if (!longest) return;
  const limit = longest.limit ?? (await readPlanLimit(tx, organisationId));
  throw new MessageLimitError({ ...longest, limit }, Math.floor(tx.now.getTime() / 1000));
};

type About = { organisationId: string; recipient: string };

const listWindows = (config: Context['config'], { organisationId, recipient }: About): Window[] => [
  {
    subject: subjectOfMessages(organisationId),
    words: 'messages a day for the organisation',
    limit: config.messagesPerOrganisationDay ?? null,
    windowSeconds: DAY_SECONDS,
  },
  {
    subject: `recipient:${organisationId}:${recipient}`,
    words: 'messages an hour for one recipient',
    limit: config.messagesPerRecipientHour,
    windowSeconds: HOUR_SECONDS,
  },
  {
    subject: `recipient:${recipient}`,
    words: 'messages an hour for one recipient from all organisations',
    limit: config.messagesPerRecipientHourOverall,
    windowSeconds: HOUR_SECONDS,
  },
];

const listCodeWindows = (config: Context['config'], { organisationId, recipient }: About): Window[] => [
  {
    subject: subjectOfCodes(organisationId),
    words: 'codes a day for the organisation',
    limit: config.messagesPerOrganisationDay ?? null,
    windowSeconds: DAY_SECONDS,
  },
  {
    subject: `code:${organisationId}:${recipient}`,
    words: 'codes an hour for one recipient',
    limit: config.messagesPerRecipientHour,
    windowSeconds: HOUR_SECONDS,
  },
];

const listNoticeWindows = (config: Context['config'], { organisationId, recipient }: About): Window[] => [
  {
    subject: `notice:${organisationId}:${recipient}`,
    words: 'notices an hour for one recipient',
    limit: config.messagesPerRecipientHour,
    windowSeconds: HOUR_SECONDS,
  },
];

const LIMIT_OF_PLAN = Prisma.raw(
  `case plan ${Object.entries(PLAN_LIMITS)
    .map(([plan, { messagesPerDay }]) => `when '${plan}' then ${messagesPerDay}`)
    .join(' ')} end`,
);

const readPlanLimit = async ({ db }: Tx, id: string): Promise<number> => {
  const { plan } = await db.organisation.findUniqueOrThrow({ where: { id }, select: { plan: true } });
  return PLAN_LIMITS[plan as Plan].messagesPerDay;
};

// Raw: one conditional upsert for all windows, so that no two processes together count past a limit. They are locked
// in the order of their keys, to avoid deadlocks. A window that is not returned was not counted.
const countInWindows = async (tx: Tx, organisationId: string, counts: Count[]): Promise<Count[]> => {
  if (counts.length === 0) return [];
  const wanted = JSON.stringify(
    counts.map(({ key, startsAt, count, limit }) => ({ key, starts_at: startsAt, count, most: limit })),
  );
  const counted = await tx.db.$queryRaw<{ key: string }[]>`
    with wanted as (
      select decode(key, 'hex') as subject, starts_at, count,
        coalesce(most, (select ${LIMIT_OF_PLAN} from organisations where id = ${organisationId}::uuid)) as most
      from jsonb_to_recordset(${wanted}::jsonb) as n (key text, starts_at bigint, count int, most int)
    )
    insert into message_windows as w (subject, window_start, count)
    select subject, starts_at, count from wanted where count <= most order by subject
    on conflict (subject) do update
    set window_start = greatest(w.window_start, excluded.window_start),
      count = case when w.window_start < excluded.window_start then 0 else w.count end + excluded.count
    where w.window_start < excluded.window_start
      or w.count + excluded.count <= (select n.most from wanted n where n.subject = excluded.subject)
    returning encode(w.subject, 'hex') as key
  `;
  const keys = new Set(counted.map(({ key }) => key));
  return counts.filter(({ key }) => !keys.has(key));
};
