import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

export type IssueLocalhostCertificateOptions = { caFile: string; caKeyFile: string; names?: string[] };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600 * 1000;

/** A server certificate by the demo authority, and its key: PEM, as node:https takes them. */
export async function issueLocalhostCertificate({
  caFile,
  caKeyFile,
  names = ['localhost', '127.0.0.1', '::1'],
}: IssueLocalhostCertificateOptions): Promise<{ cert: string; key: string }> {
  const authority = new x509.X509Certificate(await readFile(caFile, 'utf8'));
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const startedAt = performance.timeOrigin;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Webhook receiver on localhost',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: await readSigningKey(caKeyFile),
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(startedAt - DAY_MS),
    notAfter: new Date(startedAt + 365 * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = x509.PemConverter.encode(
    await crypto.subtle.exportKey('pkcs8', keys.privateKey),
    'PRIVATE KEY',
  );
  return { cert: certificate.toString('pem'), key };
}

async function readSigningKey(caKeyFile: string): Promise<CryptoKey> {
  const pkcs8 = x509.PemConverter.decodeFirst(await readFile(caKeyFile, 'utf8'));
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
}
