import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends the head of a request that announces a body, and no body: what is answered comes from the head alone. */
export const announceBody = (
  url: string,
  { method, headers, sizeBytes }: { method: string; headers: Record<string, string>; sizeBytes: number },
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, 'content-length': sizeBytes } }, (reply) => {
      const given = Object.entries(reply.headers) as [string, string][];
      text(reply)
        .then((body) => resolve(new Response(body, { status: reply.statusCode!, headers: given })), reject)
        .finally(() => sent.destroy());
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
