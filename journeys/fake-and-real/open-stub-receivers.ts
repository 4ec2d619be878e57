import type { SafeFetch } from '@field-inspection/server/testing/platform-types';

/** A delivery as a receiver gets it. */
export type Delivery = { url: string; body: string; headers: Record<string, string> };

/** The answer of every receiver: a status, or nothing since it can't be reached. */
export type Answer = number | 'unreachable';

/** Receivers without a network: the tests compare what the service makes of their answers. */
export const openStubReceivers = () => {
  const received: Delivery[] = [];
  let answer: Answer = 204;
  const send: (...given: Parameters<SafeFetch>) => ReturnType<SafeFetch> = async ({ url, headers, body }) => {
    // The first ping comes unsigned, while its endpoint is being created.
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
    /** Takes the deliveries received since the last call. */
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
