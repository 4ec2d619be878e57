import { ApiError } from '../errors/api-error.ts';
import { brandError, FieldInspectionError, UsageError } from '../errors/field-inspection-error.ts';
import { AbortError, DeadlineExceededError, RequestError } from '../errors/request-error.ts';
import { measureRest } from '../http/rate-limit.ts';
import type { WebHeaders } from '../http/web-types.ts';
import type { ApiPromise, ApiResult } from '../requests/api-promise.ts';
import { buildUrl } from '../requests/build-url.ts';
import { startDeadline } from '../requests/deadline.ts';
import { mayPass } from '../requests/decide-retry.ts';
import type { RequestOptions } from '../requests/options.ts';
import type { Settings } from '../requests/read-settings.ts';
import { path, type RoutePath } from '../requests/route-path.ts';

/**
 * Milestone of a session, as `client.sessions.waitFor` takes it:
 * - `joined`: the field person joined
 * - `ended`: it is closed
 * - `anchored`: a timestamp authority vouches for its audit chain; wants the scope `evidence:read`
 * - `completed`: its first report is ready
 */
export type SessionMilestone = 'joined' | 'ended' | 'anchored' | 'completed';

const MILESTONES: readonly unknown[] = [
  'joined',
  'ended',
  'anchored',
  'completed',
] satisfies SessionMilestone[];

/** The session can't reach the milestone: it expired, ended before anybody joined, or every authority failed. */
export class UnreachableStateError extends FieldInspectionError {
  /** @internal */
  static override readonly $id = brandError(this, 'UnreachableStateError');

  /** Milestone that was waited for. */
  declare readonly state: SessionMilestone;

  declare readonly status: string;

  constructor(message: string, seen: { state: SessionMilestone; status: string }) {
    super(message);
    Object.assign(this, seen);
  }
}

interface Seen {
  readonly status: string;
  readonly started_at: string | null;
  readonly report?: { readonly status: string } | null;
}

export interface SessionWait {
  readonly sessionId: string;
  readonly state: SessionMilestone;
  readonly options: RequestOptions | undefined;
}

interface Edges {
  readonly get: <T>(path: RoutePath, read: { readonly options: RequestOptions }) => ApiPromise<T>;
  readonly settings: Settings;
}

type Headers = Pick<WebHeaders, 'get'>;
type Verdict = 'reached' | 'never' | 'not yet';

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** Looks ever less often until the session has reached the milestone. */
export async function waitForSession<S extends Seen>(wait: SessionWait, edges: Edges): Promise<S> {
  const { sessionId, state, options = {} } = wait;
  const { runtime } = edges.settings;
  if (!MILESTONES.includes(state)) throw new UsageError(`waitFor takes ${MILESTONES.join(', ')}`);
  const deadline = startDeadline(options, edges.settings);
  const measureLeft = () => deadline.endsAtMs - runtime.now();
  const describe = (session: S | null) => `Session ${sessionId} (${session?.status ?? 'not seen'})`;

  let session: S | null = null;
  let isLast = false;
  for (let round = 0; ; round++) {
    const get = <T>(route: RoutePath) =>
      edges.get<T>(route, { options: { ...options, deadlineMs: Math.max(1, measureLeft()) } }).withResponse();
    const seen: Look<S> = await look<S>(wait, session, get);
    session = seen.session;
    if (seen.verdict === 'reached') return seen.session!;
    if (seen.verdict === 'never')
      throw new UnreachableStateError(`${describe(session)} will not be ${state} any more`, {
        state,
        status: session!.status,
      });

    const askedMs = readAskedWait(seen, runtime.now());
    const bound = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 1.5 ** round);
    const delayMs = Math.max(askedMs, bound * (1 - runtime.random() / 4));
    const leftMs = measureLeft();
    if (leftMs <= askedMs || isLast)
      throw new DeadlineExceededError(
        `${describe(session)} is not ${state} after ${deadline.deadlineMs} ms`,
        {
          ...seen,
          method: 'GET',
          path: new URL(buildUrl(edges.settings.baseUrl, nameSession(sessionId))).pathname,
        },
      );
    // A look shortly before the deadline, rather than none in the last half minute.
    isLast = delayMs >= leftMs;
    // An aborted signal makes the next look throw.
    await runtime.sleep(isLast ? Math.max(askedMs, leftMs - 1000, leftMs / 2) : delayMs, options.signal);
  }
}

type Told = Pick<ApiError, 'rateLimit'> & { readonly headers: Headers | null };

interface Look<S> {
  readonly verdict: Verdict;
  readonly session: S | null;
  readonly reply: Told | null;
  readonly cause?: unknown;
}

async function look<S extends Seen>(
  { sessionId, state }: SessionWait,
  before: S | null,
  get: <T>(route: RoutePath) => Promise<ApiResult<T>>,
): Promise<Look<S>> {
  let session = before;
  let reply: Told | null = null;
  const read = async <T>(route: RoutePath): Promise<T> => {
    const { data, response, rateLimit } = await get<T>(route);
    reply = { headers: response.headers, rateLimit };
    return data;
  };
  try {
    // Once the session is closed only its report changes.
    if (session?.status !== 'closed' || state === 'completed')
      session = await read<S>(nameSession(sessionId));
    const verdict = judge(session, state) ?? (await judgeAnchors(sessionId, read));
    return { verdict, session, reply };
  } catch (cause) {
    if (!isPassing(cause)) throw cause;
    return { verdict: 'not yet', session, cause, reply: cause instanceof ApiError ? cause : null };
  }
}

const nameSession = (sessionId: string) => path`/api/v1/public/sessions/${{ sessionId }}`;

/** Judges by the session alone; `null` where that is not enough. */
function judge({ status, started_at, report }: Seen, state: SessionMilestone): Verdict | null {
  if (state === 'joined' && started_at !== null) return 'reached';
  if (status === 'expired') return 'never';
  if (status !== 'closed') return 'not yet';
  if (state === 'joined') return 'never';
  if (state === 'completed') return report?.status === 'ready' ? 'reached' : 'not yet';
  return state === 'ended' ? 'reached' : null;
}

/** The word of the authorities on a closed session. */
async function judgeAnchors(sessionId: string, read: <T>(route: RoutePath) => Promise<T>): Promise<Verdict> {
  const { anchors } = await read<{ anchors: { status: string }[] }>(path`/v1/evidence/${{ sessionId }}`);
  if (anchors.some(({ status }) => status === 'anchored')) return 'reached';
  return anchors.length > 0 && anchors.every(({ status }) => status === 'failed') ? 'never' : 'not yet';
}

const isPassing = (error: unknown) =>
  error instanceof RequestError &&
  !(error instanceof AbortError) &&
  mayPass(error instanceof ApiError ? error : null);

/** The wait by Retry-After, or else a pace that spreads the requests left over the window. */
function readAskedWait({ reply, cause }: Look<unknown>, nowMs: number): number {
  const retryAfterMs = (cause as Partial<ApiError> | undefined)?.retryAfterMs ?? 0;
  if (!reply?.headers || !reply.rateLimit) return retryAfterMs;
  const { reset, remaining } = reply.rateLimit;
  return Math.max(retryAfterMs, measureRest(reply.headers, reset, nowMs) / (remaining + 1));
}
