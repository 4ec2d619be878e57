import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePem } from '@field-inspection/evidence/asn1';
import { buildBundle, zipBundle } from '../../evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../../evidence/src/testing/create-authority.ts';

export async function writeBundleFiles(folder: string) {
  const authority = await createAuthority({ between: [{}] });
  const anchor = { authority, name: 'https://tsa.example' };
  const addenda = { reports: [Buffer.from('a report')], anchors: [{ anchor, sequence: 1 }] };
  const bundle = await buildBundle({ anchors: [anchor], addenda });
  const original = bundle.originals[0]!;
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    bundle: await write('bundle.zip', await zipBundle(bundle)),
    tampered: await write(
      'tampered.zip',
      await zipBundle(bundle, { [original]: Buffer.from('another photo') }),
    ),
    roots: await write('roots.pem', writePem(authority.root)),
    original,
  };
}
