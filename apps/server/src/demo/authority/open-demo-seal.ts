import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as asn1 from '@peculiar/asn1-x509';
import { createSeal } from '../../platform/seal/create-seal.ts';
import type { Seal } from '../../platform/seal/seal.ts';
import { makeFolderOnce } from './make-folder-once.ts';
import { makeName } from './sign-certificate.ts';
import { writeUnderOwnRoot } from './write-under-own-root.ts';

/** The seal of demo mode in `dir`: it proves nothing to a stranger, and is named so. */
export async function openDemoSeal({ dir }: { dir: string }): Promise<Seal> {
  const { certificateFile, keyFile } = await ensureDemoSeal({ dir });
  const { raw } = new X509Certificate(await readFile(certificateFile));
  const key = createPrivateKey(await readFile(keyFile));
  return createSeal({ key, certificates: [new Uint8Array(raw)], demo: true });
}

const { digitalSignature, nonRepudiation } = asn1.KeyUsageFlags;

const OF_THE_SEAL = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints() },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(digitalSignature | nonRepudiation) },
];

/** The files of the demo seal, made at the first call: verifiers trust none that is signed by itself, so it has a root. */
export async function ensureDemoSeal({
  dir,
}: {
  dir: string;
}): Promise<{ caFile: string; certificateFile: string; keyFile: string }> {
  const home = path.join(dir, 'demo-seal');
  await makeFolderOnce(home, (draft) =>
    writeUnderOwnRoot(draft, {
      root: makeName('Field Inspection demo seals (proves nothing)'),
      subject: makeName('Field Inspection demo seal (proves nothing)', 'Demo organisation (proves nothing)'),
      extensions: OF_THE_SEAL,
      file: 'seal',
    }),
  );
  return {
    caFile: path.join(home, 'ca.pem'),
    certificateFile: path.join(home, 'seal.pem'),
    keyFile: path.join(home, 'seal-key.pem'),
  };
}
