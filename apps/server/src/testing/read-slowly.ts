import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** `isWhole` says whether the reply came to its end. */
export type SlowRead = { text: string; isWhole: boolean };

/** Reads only the first bytes, so that the rest waits in the server. `finish` reads the rest. */
export const readSlowly = async (url: string, token: string) => {
  const asking = get(url, { headers: { authorization: `Bearer ${token}` } });
  asking.on('error', () => {});
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  const closed = new Promise((resolve) => response.on('close', resolve));
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(response, 'data');
  response.pause();
  const finish = async (): Promise<SlowRead> => {
    response.resume();
    await closed;
    return { text: Buffer.concat(chunks).toString(), isWhole: response.complete };
  };
  return { status: response.statusCode!, finish };
};
