import { request } from 'node:http';

export type HostReply = { status: number; headers: Record<string, string | undefined>; body: string };

export const askByHost = (
  baseUrl: string,
  host: string,
  {
    method = 'GET',
    path = '/',
    headers = {},
    body,
  }: { method?: string; path?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HostReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const sent = request({ hostname, port, method, path, headers: { ...headers, host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as HostReply['headers'],
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
