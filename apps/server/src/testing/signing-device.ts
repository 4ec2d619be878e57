import { runDueJobs } from './run-due-jobs.ts';
import type { TestServer } from './start-test-server.ts';

export type SigningReply = { status: number; body: Record<string, unknown>; headers: Headers };

/** The signer opened the link: what the page behind it calls, and the code that came. */
export const openSigningDevice = (
  server: TestServer,
  { sign_url }: { sign_url: string },
  { userAgent = 'a phone' }: { userAgent?: string } = {},
) => {
  const linkToken = new URL(sign_url).hash.slice(1);
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    { token, body, headers = {} }: { token: string; body?: object; headers?: Record<string, string> },
  ): Promise<SigningReply> => {
    const response = await fetch(`${server.baseUrl}/v1/signing${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': userAgent,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { status } = response;
    return { status, body: (await response.json()) as Record<string, unknown>, headers: response.headers };
  };
  const byLink = (method: 'GET' | 'POST', path: string, body?: object) =>
    call(method, path, { token: linkToken, ...(body ? { body } : {}) });
  /** Has a code sent, and finds it in the last e-mail that has one. */
  const receiveCode = async (): Promise<string> => {
    const { status } = await byLink('POST', '/code');
    if (status !== 200) throw new Error(`no code was sent: ${status}`);
    await runDueJobs(server.context);
    return readLastCode(server.post.emails);
  };
  const enter = async () => {
    const { status, body } = await byLink('POST', '/verify', { code: await receiveCode() });
    if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(body)}`);
    const token = String(body['signing_session_token']);
    const bySession = (method: 'GET' | 'POST', path: string, given?: object) =>
      call(method, path, { token, ...(given ? { body: given } : {}) });
    const readSha256 = async (): Promise<string> => {
      const { body: view } = await bySession('GET', '/session');
      return (view['report'] as { sha256: string }).sha256;
    };
    return {
      token,
      call: bySession,
      readSha256,
      sign: async () => bySession('POST', '/sign', { sha256: await readSha256() }),
      finish: (back: URL) => {
        const { state, code, error } = Object.fromEntries(back.searchParams);
        return bySession('POST', '/finish', {
          state,
          ...(code ? { code } : {}),
          ...(error ? { error } : {}),
        });
      },
    };
  };
  return { linkToken, call, byLink, receiveCode, enter };
};

const CODE = /^\s*(\d{6})\s*$/m;

/** Other messages may have come since: the operator is told of a ready report. */
export const readLastCode = (emails: readonly { text: string }[]): string =>
  readCode(emails.findLast(({ text }) => CODE.test(text))?.text ?? '');

export const readCode = (text: string): string => {
  const [, code] = CODE.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
};
