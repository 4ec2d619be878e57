import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { signTimestamp } from '@field-inspection/evidence/authority';
import { DEMO_POLICY } from '@field-inspection/evidence/seal';
import * as asn1 from '@peculiar/asn1-x509';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/secrets/random.ts';
import { DEMO_AUTHORITY, type TimestampAuthority } from '../../platform/tsa-client/timestamp-authority.ts';
import { makeName } from './sign-certificate.ts';
import { makeFolderOnce, writeUnderOwnRoot } from './write-under-own-root.ts';

const ACCURACY_MS = 1_000;

export async function openDemoTimestampAuthority({
  dir,
  clock,
  random,
  policy = DEMO_POLICY,
}: {
  dir: string;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  /** The policy that its tokens name; verifiers take another policy for an authority. */
  policy?: string;
}): Promise<TimestampAuthority> {
  const files = await ensureDemoTimestampAuthority({ dir });
  const certificates = await Promise.all([files.certificateFile, files.caFile].map(readCertificate));
  const key = createPrivateKey(await readFile(files.keyFile)).toCryptoKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  );
  return {
    name: DEMO_AUTHORITY,
    roots: certificates.slice(-1),
    ask: async (request) => {
      const serial = BigInt(`0x01${random.bytes(16).toString('hex')}`);
      const order = { request, certificates, key, serial, genTime: clock.now(), policy };
      return { ok: true, reply: await signTimestamp({ ...order, accuracyMs: ACCURACY_MS }) };
    },
  };
}

async function readCertificate(file: string): Promise<Uint8Array> {
  return new X509Certificate(await readFile(file)).raw;
}

type DemoTimestampAuthority = { caFile: string; certificateFile: string; keyFile: string };

const { digitalSignature } = asn1.KeyUsageFlags;

/** Programs trust the authority for webhook receivers for connections: this is another one. */
export async function ensureDemoTimestampAuthority({
  dir,
}: {
  dir: string;
}): Promise<DemoTimestampAuthority> {
  const home = path.join(dir, 'demo-timestamp-authority');
  await makeFolderOnce(home, (draft) =>
    writeUnderOwnRoot(draft, {
      root: makeName('Field Inspection demo timestamps (proves nothing)'),
      subject: makeName('Field Inspection demo timestamp unit (proves nothing)'),
      extensions: OF_THE_UNIT,
      file: 'unit',
    }),
  );
  return {
    caFile: path.join(home, 'ca.pem'),
    certificateFile: path.join(home, 'unit.pem'),
    keyFile: path.join(home, 'unit-key.pem'),
  };
}

// RFC 3161, section 2.3: for timestamping alone, and critical.
const OF_THE_UNIT = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints() },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(digitalSignature) },
  {
    oid: asn1.id_ce_extKeyUsage,
    critical: true,
    content: new asn1.ExtendedKeyUsage([asn1.id_kp_timeStamping]),
  },
];
