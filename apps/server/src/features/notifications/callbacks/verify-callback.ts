import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

type Sent = { body: Buffer; signature: string | undefined; authorization: string | undefined };

/** So far a callback's time may be from ours: an older one that is sent again is refused. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a callback comes from who knows the secret: by `Svc-Signature: t=…,v1=…` over `{t}.{body}`, as the service's own
 * webhooks are signed, or by the secret itself as a bearer, for a provider that can't sign.
 */
export const verifyCallback = (
  { body, signature, authorization }: Sent,
  { secret, now }: { secret: string; now: Date },
): boolean => {
  if (signature === undefined) {
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && isSame(given, secret);
  }
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || given === undefined) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return isSame(given, expected);
};

// Hashed, since the comparison in constant time wants them of equal length.
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
