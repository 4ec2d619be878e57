import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as asn1 from '@peculiar/asn1-x509';
import { makeFolderOnce } from './make-folder-once.ts';
import { makeName, signCertificate } from './sign-certificate.ts';

export type DemoTimestampAuthority = { caFile: string; certificateFile: string; keyFile: string };

const VALID_DAYS = 3650;
const { keyCertSign, cRLSign, digitalSignature } = asn1.KeyUsageFlags;

/**
 * The timestamp authority of demo mode in `dir`, made at the first call. Apart from the authority for webhook
 * receivers: programs trust that one for connections. The key of its root is kept nowhere, so that the one unit
 * that signs timestamps is all that the root will ever vouch for.
 */
export async function ensureDemoTimestampAuthority({
  dir,
}: {
  dir: string;
}): Promise<DemoTimestampAuthority> {
  const home = path.join(dir, 'demo-timestamp-authority');
  await makeFolderOnce(home, writeAuthority);
  return {
    caFile: path.join(home, 'ca.pem'),
    certificateFile: path.join(home, 'unit.pem'),
    keyFile: path.join(home, 'unit-key.pem'),
  };
}

async function writeAuthority(dir: string): Promise<void> {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const unit = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = {
    name: makeName('Field Inspection demo timestamps (proves nothing)'),
    key: root.privateKey,
  };
  const ca = signCertificate(
    { subject: issuer.name, publicKey: root.publicKey, extensions: OF_THE_ROOT, validDays: VALID_DAYS },
    issuer,
  );
  const certificate = signCertificate(
    {
      subject: makeName('Field Inspection demo timestamp unit (proves nothing)'),
      publicKey: unit.publicKey,
      extensions: OF_THE_UNIT,
      validDays: VALID_DAYS,
    },
    issuer,
  );
  const key = unit.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(path.join(dir, 'unit-key.pem'), key, { mode: 0o600, flush: true });
  await writeFile(path.join(dir, 'unit.pem'), certificate, { flush: true });
  await writeFile(path.join(dir, 'ca.pem'), ca, { flush: true });
}

const OF_THE_ROOT = [
  {
    oid: asn1.id_ce_basicConstraints,
    critical: true,
    content: new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
  },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(keyCertSign | cRLSign) },
];

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
