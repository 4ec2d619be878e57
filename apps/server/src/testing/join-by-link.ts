import type { JoinedSession, Problem } from '@field-inspection/contract';

export type JoinReply = { status: number; body: JoinedSession & Problem; headers: Headers };

type Call = { code?: string | null; userAgent?: string; address?: string };

/** Calls as the page behind a join_url does; `address` goes into X-Forwarded-For. */
export const joinByLink = async (
  joinUrl: string,
  { code, userAgent = 'phone', address }: Call = {},
): Promise<JoinReply> => {
  const { origin, pathname, hash } = new URL(joinUrl);
  const sessionId = pathname.split('/').at(-1);
  const response = await fetch(`${origin}/v1/sessions/${sessionId}/join/${hash.slice(1)}`, {
    headers: {
      'User-Agent': userAgent,
      ...(code ? { 'X-Join-OTP': code } : {}),
      ...(address ? { 'X-Forwarded-For': address } : {}),
    },
  });
  const body = (await response.json()) as JoinedSession & Problem;
  return { status: response.status, body, headers: response.headers };
};

/** The code has the right form, and is not the right one. */
export const wrongCode = (code: string | null): string => (code === '000000' ? '000001' : '000000');

/** `200`, or `401 otp_required`. */
export const outcomeOf = ({ status, body }: JoinReply): string =>
  status === 200 ? '200' : `${status} ${body.detail}`;
