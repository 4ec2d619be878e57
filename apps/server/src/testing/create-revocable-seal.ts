import { KeyObject } from 'node:crypto';
import {
  createAuthority,
  SIGNER_EXTENSIONS,
  type TestAuthority,
} from '@field-inspection/evidence/testing/create-authority';
import {
  writeBasicConstraints,
  writeExtension,
  writeKeyUsage,
} from '@field-inspection/evidence/testing/issue-certificate';
import { SEAL_EXTENSIONS } from '@field-inspection/evidence/testing/sign-pdf';
import { signTimestamp } from '@field-inspection/evidence/authority';
import { createSeal } from '../platform/seal/create-seal.ts';
import type { Seal } from '../platform/seal/seal.ts';
import type { TimestampAuthority } from '../platform/tsa-client/timestamp-authority.ts';

const POLICY = '1.3.6.1.4.1.99999.1';

/** Certificates name these addresses for questions of revocation: both, one or neither. */
export type Sources = {
  ocsp?: string;
  crl?: string;
  /** The number of the first certificate for its list; the next one belongs to the certificate above. */
  first?: number;
};

/** A root, an authority under it and a signer, all of whose certificates name where to ask for revocation. */
export const createRevocable = (
  sources: Sources,
  extensions: readonly Uint8Array[],
): Promise<TestAuthority> => {
  const { first = 0 } = sources;
  const ofAuthority = [
    writeBasicConstraints({ isAuthority: true }),
    writeKeyUsage(0x06),
    ...writeSources(sources, first + 1),
  ];
  return createAuthority({
    between: [{ extensions: ofAuthority }],
    signer: { extensions: [...extensions, ...writeSources(sources, first)] },
  });
};

export const createRevocableSeal = async (
  sources: Sources,
): Promise<{ seal: Seal; signer: TestAuthority }> => {
  const signer = await createRevocable(sources, SEAL_EXTENSIONS);
  const key = KeyObject.from(signer.key);
  const { certificates, root } = signer;
  return { seal: createSeal({ key, certificates, others: [root], demo: false }), signer };
};

export const createRevocableTsa = async (
  sources: Sources,
  clock: { now: () => Date },
): Promise<{ authority: TimestampAuthority; signer: TestAuthority }> => {
  const signer = await createRevocable(sources, SIGNER_EXTENSIONS);
  const { certificates, key, root } = signer;
  let serial = 1n;
  const ask = async (request: Uint8Array) => ({
    ok: true as const,
    reply: await signTimestamp({
      request,
      certificates,
      key,
      serial: serial++,
      genTime: clock.now(),
      policy: POLICY,
    }),
  });
  return { authority: { name: 'https://tsa.example/tsr', roots: [root], ask }, signer };
};

const tag = (number: number, ...parts: Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Uint8Array.of(number, content.length), content]);
  return Buffer.concat([Uint8Array.of(number, 0x82, content.length >> 8, content.length & 0xff), content]);
};
const uri = (url: string): Uint8Array => tag(0x86, Buffer.from(url));
const OCSP_METHOD = Buffer.from('06082b06010505073001', 'hex');

/** RFC 5280, sections 4.2.2.1 and 4.2.1.13. */
const writeSources = ({ ocsp, crl }: Sources, number: number): Uint8Array[] => [
  ...(ocsp ? [extension('1.3.6.1.5.5.7.1.1', tag(0x30, tag(0x30, OCSP_METHOD, uri(ocsp))))] : []),
  ...(crl
    ? [extension('2.5.29.31', tag(0x30, tag(0x30, tag(0xa0, tag(0xa0, uri(`${crl}?of=${number}`))))))]
    : []),
];

const extension = (oid: string, value: Uint8Array): Uint8Array =>
  writeExtension(oid, value, { critical: false });
