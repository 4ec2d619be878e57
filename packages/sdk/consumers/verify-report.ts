import { readFileSync } from 'node:fs';
import { EvidenceError, verifyReport } from '@field-inspection/sdk/evidence';

/* Verifies the report and under the roots that its arguments name, with nothing but Node.js. */

const [reportPath = '', rootsPath = '', tsaRootsPath = ''] = process.argv.slice(2);

void main();

async function main() {
  const bytes = readFileSync(reportPath);
  const roots = [readFileSync(rootsPath, 'utf8')];
  const { verdict, signatures } = await verifyReport(bytes, {
    roots,
    tsaRoots: [readFileSync(tsaRootsPath)],
  });
  const ofBlob = await verifyReport(new Blob([bytes]));
  const { verdict: ofHalf, fault } = await verifyReport(bytes.subarray(0, bytes.length / 2));
  const mistake: unknown = await verifyReport(bytes, { roots: ['none'] }).catch((error: unknown) => error);
  const code = mistake instanceof EvidenceError && mistake.code;
  const verdicts = [verdict, ofBlob.verdict, ofHalf];
  const level = signatures[0]?.level;
  console.log(JSON.stringify({ runtime: process.version, verdicts, level, place: fault?.place, code }));
}
