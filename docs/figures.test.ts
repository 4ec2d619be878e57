import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DRAWING_LIMITS,
  LOCALES,
  MAX_DRAWING_JSON_BYTES,
  MAX_LOGO_BYTES,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  MESSAGE_VARIABLES,
  PHOTO_TYPES,
  PLAN_LIMITS,
  PLANS,
} from '../packages/contract/src/index.ts';
import { MAX_STEPS } from '../packages/evidence/src/step-budget.ts';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../apps/server/src/config/read-config.ts';
import {
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_SVG_BYTES,
  MAX_USES,
} from '../apps/server/src/features/branding/logos/judge-svg.ts';
import { MAX_LOGO_PIXELS } from '../apps/server/src/features/branding/logos/draw-logo.ts';
import { LOGO_WAIT_MS } from '../apps/server/src/features/branding/set-logo.ts';
import {
  CAMPAIGN_WAIT_MS,
  MOST_SESSIONS,
} from '../apps/server/src/features/campaign-reports/make-campaign-report.ts';
import { RATE_LIMIT } from '../packages/rules/src/organisation/credentials.ts';
import {
  MAX_SOCKETS_OF_IDENTITY,
  MAX_SOCKETS_OF_ORGANISATION,
} from '../apps/server/src/features/media/count-sockets.ts';
import { OF_IDENTITY, OF_ORGANISATION } from '../apps/server/src/features/media/signal-allowance.ts';
import { INVITATION_MS } from '../packages/rules/src/organisation/members.ts';
import { ROWS_A_PAGE } from '../apps/server/src/features/organisation-export/read-export.ts';
import { MAX_ENTRIES, MAX_OTP_ATTEMPTS } from '../packages/rules/src/participants/invites.ts';
import { LINK_LIFETIME_MS } from '../apps/server/src/features/reports/exports/link-report.ts';
import { PICTURE_BYTES_MAX } from '../apps/server/src/features/reports/input/read-pictures.ts';
import { MAX_ATTEMPTS } from '../apps/server/src/features/reports/make-report.job.ts';
import { RENDER_TIME_MAX_MS } from '../apps/server/src/features/reports/rendering/render-report.ts';
import { SIGNATURE_LIFETIME_MS as REQUEST_MS } from '../packages/rules/src/evidence/signatures.ts';
import { SESSION_MS } from '../apps/server/src/features/signatures/signing/verify-code.ts';
import { MIN_READ_BYTES, REPLY_MS } from '../apps/server/src/http/bodies/limit-times.ts';
import { createRoundRobin } from '../apps/server/src/platform/concurrency/create-round-robin.ts';
import { THREAD_HEAP_MB } from '../apps/server/src/platform/concurrency/create-thread.ts';
import { DECODING_POLICY } from '../apps/server/src/platform/decoding/decoding-policy.ts';
import { maxBytesOf } from '../apps/server/src/platform/describe-uploads.ts';
import { TOKEN_TTL_MS } from '../apps/server/src/platform/media-connection.ts';
import { MOST_SIGN_IN_MINUTES } from '../packages/contract/src/org/org.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const { config } = readConfig({});

/** The text of a page, with the blanks of its tables as one. */
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replace(/ {2,}/g, ' ');

/** As the pages write numbers: with a blank between thousands. */
const say = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
const kib = (bytes: number): string => `${say(bytes / 1024)} KiB`;
const mib = (bytes: number): string => `${say(bytes / 1024 ** 2)} MiB`;
const minutes = (ms: number): string => `${ms / 60_000} minutes`;
const days = (ms: number): string => `${ms / 86_400_000} days`;

const listMissing = (path: string, sentences: string[]): string[] =>
  sentences.filter((sentence) => !read(path).includes(sentence));

describe('the figures of the pages are those of the code', () => {
  it('rate-limits.md: of requests, messages, signals, sockets and links', () => {
    const rowOf = (whose: string, { messages, bytes }: typeof OF_IDENTITY) =>
      `| signals of ${whose} | ${say(messages.burst)}, ${mib(bytes.burst)} | ` +
      `${messages.perSecond} a second, ${bytes.perSecond < 1024 ** 2 ? kib(bytes.perSecond) : mib(bytes.perSecond)} |`;
    expect(
      listMissing('docs/rate-limits.md', [
        `| per API key | ${RATE_LIMIT} a minute |`,
        `| without a valid API key, per network address | ${say(config.unauthenticatedRateLimit)} a minute |`,
        `| per organisation and recipient | ${config.messagesPerRecipientHour} an hour |`,
        `| per recipient, from all organisations together | ${config.messagesPerRecipientHourOverall} an hour |`,
        `| one-time codes per organisation and recipient | ${config.messagesPerRecipientHour} an hour |`,
        rowOf('a peer', OF_IDENTITY),
        rowOf('an organisation', OF_ORGANISATION),
        `| sockets of a peer | ${MAX_SOCKETS_OF_IDENTITY} |`,
        `| sockets of an organisation | ${say(MAX_SOCKETS_OF_ORGANISATION)} |`,
        `A link makes at most ${say(MAX_ENTRIES)} entries`,
      ]),
    ).toEqual([]);
  });

  it('versioned-root.md: many at once are no more than a new key may send in a minute', () => {
    expect(listMissing('docs/versioned-root.md', [`a new key has ${RATE_LIMIT} a minute`])).toEqual([]);
    const [, atOnce] = /const AT_ONCE = (\d+);/.exec(read('docs/versioned-root.md'))!;
    expect(Number(atOnce)).toBeLessThanOrEqual(RATE_LIMIT);
  });

  it('messages.md: the locales, and what the own text of an SMS may name', () => {
    const { needed, inline } = MESSAGE_VARIABLES.invite.sms;
    const others = inline.filter((name) => name !== needed).map((name) => `\`{${name}}\``);
    expect(
      listMissing('docs/messages.md', [
        `one of ${LOCALES.length}: ${LOCALES.map((locale) => `\`${locale}\``).join(', ')}.`,
        `each of the ${LOCALES.length} [locales]`,
        `| **\`{${needed}}\`**, ${others.join(', ')} |`,
      ]),
    ).toEqual([]);
  });

  it('evidence.md, media.md, branding.md: the types and the largest size of each file that is taken', () => {
    const types = PHOTO_TYPES.map((type) => `\`${type}\``);
    expect(
      listMissing('docs/evidence.md', [
        `at most ${mib(MAX_PHOTO_BYTES)} and ${MAX_PHOTO_PIXELS / 1e6} megapixels`,
        `${types.slice(0, -1).join(', ')} or ${types.at(-1)}; its bytes decide`,
        `${say(DRAWING_LIMITS.canvasMin)} to ${say(DRAWING_LIMITS.canvasMax)} a side`,
        `At most ${say(DRAWING_LIMITS.strokes)} strokes, ${say(DRAWING_LIMITS.points)} points`,
      ]),
    ).toEqual([]);
    expect(listMissing('docs/media.md', [`at most ${maxBytesOf('recording') / 1024 ** 3} GiB`])).toEqual([]);
    expect(
      listMissing('docs/branding.md', [
        `a PNG or a JPEG of at most ${mib(MAX_LOGO_BYTES)}, or an SVG of at most ${kib(MAX_SVG_BYTES)}`,
        `at most ${MAX_ELEMENTS} elements, of them at most ${MAX_USES} \`<use>\`, and at most ${MAX_DEPTH} in each other`,
      ]),
    ).toEqual([]);
  });

  it('scaling.md: what each thing that costs much takes at most, and how many are done at once', async () => {
    const { atOnce, memoryMb, kinds } = DECODING_POLICY;
    const minutesOf = (ms: number) => (ms === 60_000 ? '1 minute' : minutes(ms));
    const bounds = (kind: keyof typeof kinds) =>
      `${kinds[kind].processorMs / 1000} s of the processor, ${minutesOf(kinds[kind].timeoutMs)} in all | ${memoryMb / 1024} GiB`;
    const recording = `${maxBytesOf('recording') / 1024 ** 3} GiB`;
    const [ofOrganisation, ofSession] = [await countAtOnce(atOnce, true), await countAtOnce(atOnce, false)];
    const permits = `${atOnce}, of an organisation ${ofOrganisation}, of a session ${ofSession}`;
    const reading = `as long as it is read: ${MIN_READ_BYTES / 1024 / (REPLY_MS / 60_000)} KiB a minute at least`;
    const waits = (ms: number) => `503 after a wait of ${ms / 1000} s |`;
    expect(
      listMissing('docs/scaling.md', [
        `| a photo | ${mib(MAX_PHOTO_BYTES)}, ${MAX_PHOTO_PIXELS / 1e6} megapixels | ${bounds('photo')} | ${permits} |`,
        `| a recording whose place is blanked | ${recording} | ${bounds('recording')} | with the photos |`,
        `| a recording that is made playable | ${recording} | ${bounds('remux')} | with the photos, of an organisation 2 |`,
        `| a logo | ${mib(MAX_LOGO_BYTES)}, ${MAX_LOGO_PIXELS / 1e6} megapixels | ${bounds('logo')} | with the photos, of an organisation 1 | 400 \`validation_error\`; ${waits(LOGO_WAIT_MS)}`,
        `| a report of a campaign | ${say(MOST_SESSIONS)} sessions | ${bounds('campaign')} | with the photos, of an organisation 1 | 400 \`validation_error\`; ${waits(CAMPAIGN_WAIT_MS)}`,
        `| a drawing as a picture | ${mib(MAX_DRAWING_JSON_BYTES)}, ${say(DRAWING_LIMITS.strokes)} strokes, ${say(DRAWING_LIMITS.points)} points |`,
        `a heap of ${THREAD_HEAP_MB} MiB | 1, of each session by turns |`,
        `| a report of a session | ${mib(PICTURE_BYTES_MAX)} of pictures, which are shrunk to that | ${minutes(RENDER_TIME_MAX_MS)} of a thread | a heap of ${THREAD_HEAP_MB} MiB, and the pictures twice | 1 | tried ${MAX_ATTEMPTS} times, then \`failed\` |`,
        `| the ZIP of a session | its evidence | ${reading} |`,
        `| an export of an organisation | its rows | ${reading} | ${ROWS_A_PAGE} rows |`,
        `| a verification, where it runs | ${say(MAX_STEPS)} steps |`,
      ]),
    ).toEqual([]);
  });

  it('upgrading.md, operations.md: what a plan keeps at most, and after how many wrong ones a code is locked', () => {
    const [free, pilot, pro, enterprise] = PLANS.map((plan) => say(PLAN_LIMITS[plan].retentionDays));
    expect(
      listMissing('docs/upgrading.md', [
        `free keeps what a session holds of people for ${free} days, pilot for ${pilot}, pro for ${pro}, enterprise for ${enterprise}.`,
      ]),
    ).toEqual([]);
    expect(MAX_OTP_ATTEMPTS).toBe(5);
    expect(listMissing('docs/operations.md', ['A one-time code is locked after five;'])).toEqual([]);
  });

  it('SECURITY.md: how long each way in lives, and how many there may be', () => {
    expect(
      listMissing('SECURITY.md', [
        `the code for \`OTP_TTL\`: ${minutes(config.otpTtlMs)} |`,
        `| media token | a peer of a room; that of an operator also uploads recordings of the session | ${TOKEN_TTL_MS / 3_600_000} hours, or as long as what it rests on | ${MAX_SOCKETS_OF_IDENTITY} sockets |`,
        `| link to sign, and code | a signer | ${days(REQUEST_MS)}, the code for ${minutes(config.otpTtlMs)} |`,
        `| signing session | that signer | ${minutes(SESSION_MS)} |`,
        `| ${days(INVITATION_MS)}, or until it is accepted | one member |`,
        `| \`pdf_url\` of a report | who is given it | ${minutes(LINK_LIFETIME_MS)} |`,
      ]),
    ).toEqual([]);
  });

  it('sign-on.md: how long a session lives, and what ends it', () => {
    const { idle, life } = MOST_SIGN_IN_MINUTES;
    expect(
      listMissing('docs/sign-on.md', [
        `It ends after ${idle / 60} hours without use, and ${life / 60} hours after the sign-in at the latest.`,
        `\`sign_in_idle_minutes\` from 5 to ${idle}, \`sign_in_life_minutes\` from 5 to ${life}.`,
        `else at the latest ${life / 60} hours after they signed in`,
      ]),
    ).toEqual([]);
  });
});

/** How many files of one organisation are decoded at once: of many sessions, or of one. */
const countAtOnce = async (permits: number, hasManySessions: boolean): Promise<number> => {
  const inTurn = createRoundRobin(permits);
  let begun = 0;
  for (let session = 0; session < 2 * permits; session++) {
    const sessionId = hasManySessions ? String(session) : 'one';
    void inTurn({ organisationId: 'one', sessionId }, () => {
      begun += 1;
      return new Promise(() => {});
    });
  }
  await new Promise((resolve) => setImmediate(resolve));
  return begun;
};
