import { isIP } from 'node:net';
import { Client } from 'undici';
import { checkTargetUrl } from './check-target-url.ts';
import type { AddressPolicy } from './classify-address.ts';
import { destinationOf } from '../egress-proxy/choose-proxy.ts';
import { findProxy } from '../egress-proxy/lead-out.ts';
import { openTunnel } from '../egress-proxy/open-tunnel.ts';
import { connectCapped } from '../host-fetch/request-once.ts';
import { classifyFailure, EgressError, type EgressErrorClass } from './egress-error.ts';
import { lookupAddresses, resolveTarget, type Resolve } from './resolve-target.ts';
import { startDeadline } from './start-deadline.ts';
import type { Target } from './open-tls-socket.ts';

export type SignedAnswerRequest = {
  /** The address is in somebody's certificate, and may lead anywhere. */
  url: string;
  body?: { bytes: Uint8Array; contentType: string };
  maxBytes: number;
  signal: AbortSignal;
};

export type SignedAnswer =
  { ok: true; bytes: Uint8Array } | { ok: false; errorClass: EgressErrorClass; message: string };

/** Never rejects for a fault at the other end. */
export type FetchSignedAnswer = (request: SignedAnswerRequest) => Promise<SignedAnswer>;

/**
 * For responders and revocation lists, whose addresses are in certificates. As guarded as `createSafeFetch`, but for
 * plain http, since the answers bear a signature: no private address unless the host's operator admits it, the vetted
 * address pinned, no redirect, a cap on the body, one deadline over everything. A proxy of the host's is asked for a
 * tunnel to the vetted address, for http, too. No socket is kept.
 */
export const createFetchSignedAnswer =
  (options: AddressPolicy & { timeoutMs: number; resolve?: Resolve }): FetchSignedAnswer =>
  async (request) => {
    const deadline = startDeadline(options.timeoutMs, request.signal);
    try {
      const target = await vet(request.url, { ...options, signal: deadline.signal });
      deadline.phase = 'waiting for the answer';
      return { ok: true, bytes: await exchange(target, request, deadline.signal) };
    } catch (error) {
      const { errorClass, message } = classifyFailure(deadline.signal.reason ?? error);
      return { ok: false, errorClass, message };
    } finally {
      deadline.end();
    }
  };

const vet = async (
  url: string,
  options: AddressPolicy & { signal: AbortSignal; resolve?: Resolve },
): Promise<Target> => {
  const { allowPrivateNetworks, signal } = options;
  const check = checkTargetUrl(url, { allowPrivateNetworks, content: 'signed_answers' });
  if (!check.ok) throw new EgressError(check.reason, check.message);
  const lookUp: Resolve = (hostname) =>
    lookupAddresses(hostname, { signal, useHostsFile: allowPrivateNetworks });
  const resolve = options.resolve ?? lookUp;
  const addresses = await resolveTarget(check.url, { resolve, policy: { allowPrivateNetworks }, signal });
  return { url: check.url, addresses };
};

/** Bytes of the headers, and of what is read ahead with them. */
const READ_AHEAD_BYTES = 512 * 1024;

const exchange = async (
  { url, addresses }: Target,
  { body, maxBytes }: SignedAnswerRequest,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const destination = destinationOf(url);
  const proxy = findProxy(destination);
  const client = new Client(url.origin, {
    connect: connectCapped(2 * maxBytes + READ_AHEAD_BYTES, {
      tunnel: proxy && (() => openTunnel(proxy, { ...destination, host: addresses[0]! }, signal)),
      lookup: (_host, _options, callback) => callback(null, addresses.map(describeAddress)),
    }),
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: body ? 'POST' : 'GET',
      headers: { 'accept-encoding': 'identity', ...(body ? { 'content-type': body.contentType } : {}) },
      body: body?.bytes ?? null,
      signal,
    });
    if (answer.statusCode !== 200) {
      throw new EgressError('protocol', `It answered with HTTP status ${answer.statusCode}.`);
    }
    return await readCapped(answer.body, maxBytes);
  } finally {
    await client.destroy();
  }
};

const describeAddress = (address: string) => ({ address, family: isIP(address) });

const readCapped = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new EgressError('protocol', `Its answer is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};
