import type { Counts } from '../../harness/figures.ts';

export type ServiceReply<Body> = { status: number; outcome: string; body: Body; headers: Headers };

export type ServiceCall = {
  method: string;
  path: string;
  token?: string;
  /** Where the call comes from, as the proxy before the service says. */
  address?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: unknown;
};

/** Sends a request and says its outcome in words: `201`, `429 rate_limited`. */
export const callService = async <Body>(
  baseUrl: string,
  { method, path, token, address = '10.9.0.1', headers = {}, body }: ServiceCall,
): Promise<ServiceReply<Body>> => {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : Buffer.from(body as Buffer) }),
  });
  const text = await response.text();
  const isJsonReply = response.headers.get('content-type')?.includes('json') === true;
  const parsed = (isJsonReply && text !== '' ? JSON.parse(text) : {}) as Body & { code?: string };
  const outcome = [response.status, parsed.code].filter((part) => part !== undefined).join(' ');
  return { status: response.status, outcome, body: parsed, headers: response.headers };
};

/** How often each kind of call ended in what: `{ photo: { '201': 40, '413 quota_reached': 7 } }`. */
export type Outcomes = Record<string, Counts>;

/** Counts what each kind of call ended in. What throws has ended, too: its connection broke. */
export const createTally = () => {
  let outcomes: Outcomes = {};
  const count = (kind: string, outcome: string): void => {
    const ofKind = (outcomes[kind] ??= {});
    ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
  };
  return {
    count,
    /** Runs a call, counts its outcome, and returns its reply; undefined when the connection broke. */
    tell: async <Reply extends { outcome: string }>(
      kind: string,
      call: Promise<Reply>,
    ): Promise<Reply | undefined> => {
      const reply = await call.catch((error: Error) => void count(kind, error.message));
      if (reply) count(kind, reply.outcome);
      return reply ?? undefined;
    },
    /** Gives the counts since the last call. */
    take: (): Outcomes => {
      const taken = outcomes;
      outcomes = {};
      return taken;
    },
  };
};

export type Tally = ReturnType<typeof createTally>;
