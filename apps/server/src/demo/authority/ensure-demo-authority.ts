import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as asn1 from '@peculiar/asn1-x509';
import { makeFolderOnce } from './write-under-own-root.ts';
import { makeName, signCertificate, validFor } from './sign-certificate.ts';

export type DemoAuthority = { caFile: string; caKeyFile: string };

const VALID_DAYS = 3650;
const { keyCertSign, cRLSign } = asn1.KeyUsageFlags;

// Whoever trusts this authority trusts it for localhost alone: a stolen key signs for no other host.
const ONLY_LOCALHOST = new asn1.NameConstraints({
  permittedSubtrees: new asn1.GeneralSubtrees(
    [{ dNSName: 'localhost' }, { iPAddress: '127.0.0.0/8' }, { iPAddress: '::1/128' }].map(
      (name) => new asn1.GeneralSubtree({ base: new asn1.GeneralName(name) }),
    ),
  ),
});

/** Made at the first call in `dir`, for webhook receivers on localhost. */
export async function ensureDemoAuthority({ dir }: { dir: string }): Promise<DemoAuthority> {
  const home = path.join(dir, 'demo-authority');
  await makeFolderOnce(home, writeAuthority);
  return { caFile: path.join(home, 'ca.pem'), caKeyFile: path.join(home, 'ca-key.pem') };
}

async function writeAuthority(dir: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = makeName('Field Inspection demo authority (localhost only)');
  const extensions = [
    {
      oid: asn1.id_ce_basicConstraints,
      critical: true,
      content: new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
    },
    { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(keyCertSign | cRLSign) },
    { oid: asn1.id_ce_nameConstraints, critical: true, content: ONLY_LOCALHOST },
  ];
  const certificate = signCertificate(
    { subject: name, publicKey, extensions, validity: validFor(VALID_DAYS) },
    { name, key: privateKey },
  );
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(path.join(dir, 'ca-key.pem'), key, { mode: 0o600, flush: true });
  await writeFile(path.join(dir, 'ca.pem'), certificate, { flush: true });
}
