import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';

/** The proxy answered, and does not let this through. */
export class ProxyRefusalError extends Error {
  override name = 'ProxyRefusalError';
  readonly code = 'EPROXY';
}

/**
 * Asks a proxy for a tunnel (RFC 9110, section 9.3.6). What is sent through it is nobody's but the two ends': TLS is
 * spoken with the other end, and its certificate checked.
 *
 * @param host a name that the proxy resolves, or an address that was judged before
 */
export const openTunnel = async (
  proxy: URL,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> => {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const asking = request({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(proxy.port || 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...authorizeAtProxy(proxy) },
    agent: false,
    signal,
  });
  asking.end();
  const [reply, socket] = (await once(asking, 'connect')) as [IncomingMessage, Socket];
  const status = reply.statusCode ?? 0;
  if (status >= 200 && status <= 299) return socket.setNoDelay();
  socket.destroy();
  throw new ProxyRefusalError(`The proxy answered ${status} to CONNECT: it does not let this through.`);
};

export const authorizeAtProxy = ({ username, password }: URL): Record<string, string> => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};
