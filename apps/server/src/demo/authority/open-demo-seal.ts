import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_POLICY } from '@field-inspection/evidence/seal';
import * as asn1 from '@peculiar/asn1-x509';
import { createSeal } from '../../platform/seal/create-seal.ts';
import type { Seal } from '../../platform/seal/seal.ts';
import { makeName } from './sign-certificate.ts';
import { makeFolderOnce, writeUnderOwnRoot } from './write-under-own-root.ts';

export const openDemoSeal = async ({ dir }: { dir: string }): Promise<Seal> =>
  openKey(await ensureDemoSeal({ dir }));

export const openDemoSigner = async ({ dir }: { dir: string }): Promise<Seal> =>
  openKey(await ensureDemoSigner({ dir }));

type DemoKeyFiles = { caFile: string; certificateFile: string; keyFile: string };

async function openKey({ certificateFile, keyFile }: DemoKeyFiles): Promise<Seal> {
  const { raw } = new X509Certificate(await readFile(certificateFile));
  const key = createPrivateKey(await readFile(keyFile));
  return createSeal({ key, certificates: [new Uint8Array(raw)], demo: true });
}

/** Made at the first call; verifiers trust no self-signed seal, so it has a root. */
export const ensureDemoSeal = ({ dir }: { dir: string }): Promise<DemoKeyFiles> =>
  ensureKey(path.join(dir, 'demo-seal'), {
    root: makeName('Field Inspection demo seals (proves nothing)'),
    subject: makeName('Field Inspection demo seal (proves nothing)', {
      organisation: 'Demo organisation (proves nothing)',
    }),
  });

/** The demo signer is a person by its certificate, as every signer is. */
export const ensureDemoSigner = ({ dir }: { dir: string }): Promise<DemoKeyFiles> =>
  ensureKey(path.join(dir, 'demo-signer'), {
    root: makeName('Field Inspection demo signatures (proves nothing)'),
    subject: makeName('Field Inspection demo signer (proves nothing)', { pseudonym: 'demo signer' }),
  });

async function ensureKey(
  home: string,
  names: { root: asn1.Name; subject: asn1.Name },
): Promise<DemoKeyFiles> {
  await makeFolderOnce(home, (draft) =>
    writeUnderOwnRoot(draft, { ...names, extensions: FOR_DOCUMENTS, file: 'own' }),
  );
  return {
    caFile: path.join(home, 'ca.pem'),
    certificateFile: path.join(home, 'own.pem'),
    keyFile: path.join(home, 'own-key.pem'),
  };
}

const { digitalSignature, nonRepudiation } = asn1.KeyUsageFlags;

const DEMO_POLICIES = new asn1.CertificatePolicies([
  new asn1.PolicyInformation({ policyIdentifier: DEMO_POLICY }),
]);

const FOR_DOCUMENTS = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints() },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(digitalSignature | nonRepudiation) },
  // Anybody could take the name: by this policy a verifier knows a demonstration, and never trusts it.
  { oid: asn1.id_ce_certificatePolicies, critical: false, content: DEMO_POLICIES },
];
