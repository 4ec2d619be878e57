import { readFile } from 'node:fs/promises';
import { generate } from 'selfsigned';

/** A certificate for localhost by the demo authority, as node:https takes it. */
export const issueLocalhostCertificate = async ({
  caFile,
  caKeyFile,
}: {
  caFile: string;
  caKeyFile: string;
}) => {
  const ca = { cert: await readFile(caFile, 'utf8'), key: await readFile(caKeyFile, 'utf8') };
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { cert, key };
};
