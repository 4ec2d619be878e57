import { EC_KEY, openOpensslFolder, opensslVersion } from '../platform/pkcs12/testing/run-openssl.ts';

/** SEAL_P12 can name the file; undefined where openssl is not installed. */
export const makeSealFile = (): { env: Record<string, string>; close: () => void } | undefined => {
  if (!opensslVersion) return undefined;
  const folder = openOpensslFolder();
  folder.makeCertificate('seal', EC_KEY);
  const file = folder.pathOf('seal.p12');
  const password = 'correct horse';
  folder.run(
    ...['pkcs12', '-export', '-inkey', 'seal.key', '-in', 'seal.pem'],
    ...['-passout', `pass:${password}`, '-out', file],
  );
  return { env: { SEAL_P12: file, SEAL_P12_PASSWORD: password }, close: folder.close };
};
