import { request } from 'node:http';

type Half = {
  method?: string;
  token: string;
  headers?: Record<string, string>;
  body: Buffer | string;
};

/** What a server answers a request whose body came in two halves. */
export type LateReply = { status: number; code: string | undefined };

/** Sends the head and half of the body; `finish` sends the rest, and gives the reply. */
export const sendHalf = (url: string, { method = 'POST', token, headers, body }: Half) => {
  const bytes = Buffer.from(body);
  const sending = request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  const reply = new Promise<LateReply>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const { code } = JSON.parse(text || '{}') as { code?: string };
      resolve({ status: response.statusCode!, code });
    });
  });
  // Whoever never finishes does not ask for the reply.
  reply.catch(() => {});
  sending.write(bytes.subarray(0, bytes.length / 2));
  return { reply, finish: () => (sending.end(bytes.subarray(bytes.length / 2)), reply) };
};
