import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePem } from '@field-inspection/evidence/asn1';
import { openReportCase } from '../../evidence/src/testing/open-report-case.ts';
import { writePdf } from '../../evidence/src/testing/write-pdf.ts';

export async function writeReportFiles(folder: string) {
  const { sealed, signer, tsa } = await openReportCase();
  const tampered = new Uint8Array(sealed);
  tampered[Buffer.from(sealed).indexOf('No cracks')] = 'S'.charCodeAt(0);
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    report: await write('report.pdf', sealed),
    tampered: await write('tampered.pdf', tampered),
    unsealed: await write('unsealed.pdf', writePdf()),
    roots: await write('seal-roots.pem', writePem(signer.root)),
    tsaRoots: await write('tsa-roots.pem', writePem(tsa.root)),
  };
}
