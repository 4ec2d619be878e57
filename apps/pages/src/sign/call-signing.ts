import type {
  FinishSigningBody,
  SharedReport,
  SigningRequest,
  SigningSession,
  SigningStep,
  SigningView,
} from '@field-inspection/contract';
import { callService, type Reply } from '@field-inspection/ui';
import type { z } from 'zod';
import { keepInTab } from '../keep-in-tab.ts';
import { writeOnce } from '../write-once.ts';
import { root } from './words.ts';

/** The provider makes the signature, and an authority confirms it, which takes its time. */
const SIGN_TIMEOUT_MS = 90_000;

export type Back = z.input<typeof FinishSigningBody>;

/** The tab keeps it over the way to a provider and back. */
type Kept = {
  link?: string | undefined;
  session?: string | undefined;
  back?: Back | undefined;
  read?: string | undefined;
  locale?: string;
};

export const { kept, keep, forgetAll } = keepInTab<Kept>('sign');

// Tokens go in a header, never in an address.

const get = <Body>(path: string, token: string | undefined): Promise<Reply<Body>> =>
  callService(`${root}v1/signing${path}`, { headers: { Authorization: `Bearer ${token}` } });

const post = <Body>(
  path: string,
  token: string | undefined,
  more: { body?: object; timeoutMs?: number } = {},
): Promise<Reply<Body>> => writeOnce(`${root}v1/signing${path}`, { token: String(token), ...more });

export const openRequest = () => get<SigningRequest>('', kept.link);
export const sendCode = () => post<SigningRequest>('/code', kept.link);
export const verifyCode = (code: string) =>
  post<SigningSession>('/verify', kept.link, { body: { otp_code: code } });
export const getSession = () => get<SigningView>('/session', kept.session);
export const readReport = () => get<SharedReport>('/report', kept.session);
export const sign = (sha256: string) =>
  post<SigningStep>('/sign', kept.session, { body: { sha256 }, timeoutMs: SIGN_TIMEOUT_MS });
export const decline = () => post<SigningStep>('/decline', kept.session);
export const finish = (back: Back) =>
  post<SigningStep>('/finish', kept.session, { body: back, timeoutMs: SIGN_TIMEOUT_MS });
