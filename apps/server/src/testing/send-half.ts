import { request } from 'node:http';

type Half = {
  method?: string;
  /** Without one, the headers say who calls. */
  token?: string;
  headers?: Record<string, string>;
  body: Buffer | string;
};

/** `detail` is there for who asked by a cookie: what is said to them is a sentence of its own. */
export type LateReply = { status: number; code: string | undefined; detail?: string };

/** `judged`: the server has taken the head and asks for the body. `finish` sends the rest, and gives the reply. */
export const sendHalf = (url: string, { method = 'POST', token, headers, body }: Half) => {
  const bytes = Buffer.from(body);
  const sending = request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      expect: '100-continue',
      ...headers,
    },
  });
  const reply = new Promise<LateReply>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const { code, detail } = JSON.parse(text || '{}') as { code?: string; detail?: string };
      const said = headers?.['cookie'] && detail ? { detail } : {};
      resolve({ status: response.statusCode!, code, ...said });
    });
  });
  // A client that never finishes does not ask for the reply.
  reply.catch(() => {});
  const judged = new Promise<void>((resolve) => {
    for (const event of ['continue', 'response', 'close']) sending.on(event, () => resolve());
  }).then(() => void sending.write(bytes.subarray(0, bytes.length / 2)));
  sending.flushHeaders();
  const finish = async (): Promise<LateReply> => {
    await judged;
    sending.end(bytes.subarray(bytes.length / 2));
    return reply;
  };
  return { judged, reply, finish };
};
