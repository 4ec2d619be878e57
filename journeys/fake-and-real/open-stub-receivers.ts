import type { SafeFetch } from '@field-inspection/server/testing/platform-types';

export type Delivery = { url: string; body: string; headers: Record<string, string> };

export type Answer = number | 'unreachable';

/** The tests compare what the service makes of answers, so receivers need no network. */
export const openStubReceivers = () => {
  const received: Delivery[] = [];
  let answer: Answer = 204;
  const send: (...given: Parameters<SafeFetch>) => ReturnType<SafeFetch> = async ({ url, headers, body }) => {
    // The first ping is unsigned, since its endpoint is still being created.
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'svc-signature')) return reply(204);
    received.push({ url, headers, body: body ?? '' });
    if (answer !== 'unreachable') return reply(answer);
    return { ok: false, errorClass: 'unreachable', message: 'There is nobody.', durationMs: 1 };
  };
  return {
    safeFetch: Object.assign(send, { close: async () => {} }) satisfies SafeFetch,
    answerAll: (next: Answer) => {
      answer = next;
    },
    take: () => received.splice(0),
  };
};

export type StubReceivers = ReturnType<typeof openStubReceivers>;

const reply = (status: number) => ({
  ok: true as const,
  status,
  headers: {},
  bodyExcerpt: '',
  durationMs: 1,
});
