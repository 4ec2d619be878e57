import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { signTimestamp } from '@field-inspection/evidence/authority';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/secrets/random.ts';
import { DEMO_AUTHORITY, type TimestampAuthority } from '../../platform/tsa-client/timestamp-authority.ts';
import { ensureDemoTimestampAuthority } from './ensure-demo-timestamp-authority.ts';

// Under the arc of UUIDs (ITU-T X.667), which takes no registration.
const POLICY = '2.25.142301002671220617377136217900856417028';
const ACCURACY_MS = 1_000;

/** The timestamp authority of demo mode, in this process: it proves nothing to a stranger, and is named so. */
export async function openDemoTimestampAuthority({
  dir,
  clock,
  random,
}: {
  dir: string;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
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
      const order = { request, certificates, key, serial, genTime: clock.now(), policy: POLICY };
      return { ok: true, reply: await signTimestamp({ ...order, accuracyMs: ACCURACY_MS }) };
    },
  };
}

async function readCertificate(file: string): Promise<Uint8Array> {
  return new X509Certificate(await readFile(file)).raw;
}
