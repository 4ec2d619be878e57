import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';
import { makeName, signCertificate, validFor } from '../demo/authority/sign-certificate.ts';

export type IssueLocalhostCertificateOptions = { caFile: string; caKeyFile: string; names?: string[] };

const LOCALHOST = ['localhost', '127.0.0.1', '::1'];
const VALID_DAYS = 365;

/** PEM, as node:https takes it. */
export async function issueLocalhostCertificate({
  caFile,
  caKeyFile,
  names = LOCALHOST,
}: IssueLocalhostCertificateOptions): Promise<{ cert: string; key: string }> {
  const authority = AsnConvert.parse(new X509Certificate(await readFile(caFile)).raw, asn1.Certificate);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = signCertificate(
    {
      subject: makeName('Webhook receiver on localhost'),
      publicKey,
      extensions: listExtensions(names),
      validity: validFor(VALID_DAYS),
    },
    { name: authority.tbsCertificate.subject, key: createPrivateKey(await readFile(caKeyFile)) },
  );
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function listExtensions(names: string[]) {
  const alternatives = names.map(
    (name) => new asn1.GeneralName(isIP(name) ? { iPAddress: name } : { dNSName: name }),
  );
  const usage = new asn1.KeyUsage(asn1.KeyUsageFlags.digitalSignature);
  const purpose = new asn1.ExtendedKeyUsage([asn1.id_kp_serverAuth]);
  return [
    { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints() },
    { oid: asn1.id_ce_keyUsage, critical: true, content: usage },
    { oid: asn1.id_ce_extKeyUsage, critical: false, content: purpose },
    {
      oid: asn1.id_ce_subjectAltName,
      critical: false,
      content: new asn1.SubjectAlternativeName(alternatives),
    },
  ];
}
