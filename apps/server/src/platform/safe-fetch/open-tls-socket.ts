import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { findProxy } from '../egress-proxy/lead-out.ts';
import { openTunnel } from '../egress-proxy/open-tunnel.ts';
import { HTTPS_PORT, unwrapHost } from './check-target-url.ts';
import { describeTlsFailure, isReset, EgressError } from './egress-error.ts';

export type Target = {
  url: URL;
  /** Vetted: the connection goes to one of these, and no name is looked up again. */
  addresses: readonly string[];
};

export type SocketOptions = {
  secureContext: SecureContext;
  attemptTimeoutMs: number;
  signal: AbortSignal;
};

export const openTlsSocket = async (target: Target, options: SocketOptions): Promise<TLSSocket> => {
  const host = unwrapHost(target.url);
  const transport = await connectToAny(target, options);
  const secured = connectTls({
    socket: transport,
    host,
    // RFC 6066 section 3: no literals in SNI. The certificate is then checked against `host`.
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    secureContext: options.secureContext,
    // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
    rejectUnauthorized: true,
  });
  try {
    return await settle(secured, 'secureConnect', options.signal);
  } catch (error) {
    transport.destroy();
    options.signal.throwIfAborted();
    throw isReset(error) ? error : describeTlsFailure(error);
  }
};

/** Both families of a host with two sites; a name with a hundred addresses is not walked to its end. */
const MAX_ADDRESSES_TRIED = 4;

const connectToAny = (target: Target, options: SocketOptions): Promise<Socket> => {
  const { signal, attemptTimeoutMs } = options;
  const port = Number(target.url.port || HTTPS_PORT);
  const proxy = findProxy({ protocol: 'https:', host: unwrapHost(target.url), port });
  const connectToFirst = async ([address, ...others]: readonly string[]): Promise<Socket> => {
    if (address === undefined) throw new EgressError('dns', 'The host name has no address.');
    const isLast = others.length === 0;
    const attempt = isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]);
    try {
      // The proxy gets the address that was judged: a name it would resolve by itself, to whatever it means there.
      if (proxy) return keepQuiet(await openTunnel(proxy, { host: address, port }, attempt));
      const socket = connectTcp({ host: address, port, noDelay: true });
      return await settle(socket, 'connect', attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (isLast) throw error;
      return connectToFirst(others);
    }
  };
  return connectToFirst(target.addresses.slice(0, MAX_ADDRESSES_TRIED));
};

const settle = async <S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> => {
  keepQuiet(socket);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
};

// A socket between two owners has no listener, and its error would end the process.
const keepQuiet = <S extends Socket>(socket: S): S => socket.on('error', ignoreError);

const ignoreError = (): void => {};

/** Node's own roots, and with `ca` (PEM, one certificate or several) a private authority. */
export const trustAuthorities = (ca?: string): SecureContext => {
  if (ca === undefined) return createSecureContext();
  // OpenSSL passes over an authority that it can't read: its receivers would then fail one by one.
  const certificates = ca.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  if (certificates.length === 0) throw new Error('The CA file holds no PEM certificate.');
  const readable = certificates.map((pem) => new X509Certificate(pem).toString());
  return createSecureContext({ ca: [...getCACertificates('default'), ...readable] });
};
