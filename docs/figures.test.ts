import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DRAWING_LIMITS,
  MAX_LOGO_BYTES,
  MAX_PHOTO_BYTES,
  PHOTO_TYPES,
} from '../packages/contract/src/index.ts';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../apps/server/src/config/read-config.ts';
import {
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_SVG_BYTES,
  MAX_USES,
} from '../apps/server/src/features/branding/logos/judge-svg.ts';
import { RATE_LIMIT } from '../apps/server/src/features/credentials/grant-credential.ts';
import { MAX_PIXELS } from '../apps/server/src/features/evidence/photos/inspect-photo.ts';
import {
  MAX_SOCKETS_OF_IDENTITY,
  MAX_SOCKETS_OF_ORGANISATION,
} from '../apps/server/src/features/media/count-sockets.ts';
import { OF_IDENTITY, OF_ORGANISATION } from '../apps/server/src/features/media/signal-allowance.ts';
import { LIFETIME_MS as INVITATION_MS } from '../apps/server/src/features/members/send-invitation.ts';
import { MAX_ENTRIES } from '../apps/server/src/features/participants/exports/invite-state.ts';
import { LINK_LIFETIME_MS } from '../apps/server/src/features/reports/exports/link-report.ts';
import { LIFETIME_MS as REQUEST_MS } from '../apps/server/src/features/signatures/requests/request-signature.ts';
import { SESSION_MS } from '../apps/server/src/features/signatures/signing/verify-code.ts';
import { maxBytesOf } from '../apps/server/src/platform/describe-uploads.ts';
import { TOKEN_TTL_MS } from '../apps/server/src/platform/media-connection.ts';
import { ROOT } from './code-blocks/read-code-blocks.ts';

const { config } = readConfig({});

/** What a page says, with the blanks of its tables as one. */
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

  it('evidence.md, media.md, branding.md: the types and the largest size of each file that is taken', () => {
    const types = PHOTO_TYPES.map((type) => `\`${type}\``);
    expect(
      listMissing('docs/evidence.md', [
        `at most ${mib(MAX_PHOTO_BYTES)} and ${MAX_PIXELS / 1e6} megapixels`,
        `${types.slice(0, -1).join(', ')} or ${types.at(-1)}; required`,
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

  it('SECURITY.md: how long each way in lives, and how many there may be', () => {
    expect(
      listMissing('SECURITY.md', [
        `the code for \`OTP_TTL\`: ${minutes(config.otpTtlMs)} |`,
        `| media token | a peer of a room | ${TOKEN_TTL_MS / 3_600_000} hours, or as long as what it rests on | ${MAX_SOCKETS_OF_IDENTITY} sockets |`,
        `| link to sign, and code | a signer | ${days(REQUEST_MS)}, the code for ${minutes(config.otpTtlMs)} |`,
        `| signing session | that signer | ${minutes(SESSION_MS)} |`,
        `| ${days(INVITATION_MS)}, or until it is accepted | one member |`,
        `| \`pdf_url\` of a report | who is given it | ${minutes(LINK_LIFETIME_MS)} |`,
      ]),
    ).toEqual([]);
  });
});
