import { signTimestamp } from '../authority.ts';
import { buildTimestampRequest } from '../timestamp/build-timestamp-request.ts';
import { readTimestampReply } from '../timestamp/read-timestamp-reply.ts';
import type { TestAuthority } from './create-authority.ts';
import { writePem } from '../x509/pem.ts';

export type BundleAnchor = {
  authority: TestAuthority;
  name: string;
  demo?: boolean;
  genTime?: Date;
  policy?: string;
};

export const STAMPED_AT = new Date('2026-11-20T10:02:00.000Z');

const POLICY = '1.3.6.1.4.1.99999.1';

export async function stampHead(
  head: string,
  {
    authority,
    genTime = STAMPED_AT,
    policy = POLICY,
  }: Pick<BundleAnchor, 'authority' | 'genTime' | 'policy'>,
) {
  const { der: request } = buildTimestampRequest(Buffer.from(head, 'hex'), {
    nonce: new Uint8Array(8).fill(0x41),
  });
  const { certificates, key } = authority;
  const order = { request, certificates, key, serial: 0x80n, genTime, policy };
  const { token } = readTimestampReply(await signTimestamp(order));
  const pem = sortCertificates(certificates).map(writePem).join('');
  return { token, pem, gen_time: genTime.toISOString(), serial: '80', policy };
}

// Sorted as in a token, since a set has the order of its bytes (X.690, section 11.6).
function sortCertificates(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...certificates].sort((one, other) => Buffer.compare(one, other));
}

/** null stands for an authority that has not answered. */
export function describeAnchor(
  anchor: BundleAnchor | null,
  { token, path }: { token: Awaited<ReturnType<typeof stampHead>> | null | undefined; path: string },
) {
  return {
    authority: anchor?.name ?? 'https://tsa.example/silent',
    demo: anchor?.demo ?? false,
    status: anchor ? 'anchored' : 'pending',
    gen_time: token?.gen_time ?? null,
    serial: token?.serial ?? null,
    policy: token?.policy ?? null,
    token: anchor ? `${path}.tst` : null,
    certificates: anchor ? `${path}.pem` : null,
  };
}
