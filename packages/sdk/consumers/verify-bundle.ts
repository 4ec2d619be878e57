import { readFileSync } from 'node:fs';
import { EvidenceError, verifyEvidence } from '@field-inspection/sdk/evidence';

/* Verifies the bundle and under the roots that its arguments name, with nothing but Node.js. */

const [bundlePath = '', rootsPath = ''] = process.argv.slice(2);

void main();

async function main() {
  const bytes = readFileSync(bundlePath);
  const roots = [readFileSync(rootsPath, 'utf8')];
  const { verdict } = await verifyEvidence(bytes, { roots });
  const ofBlob = await verifyEvidence(new Blob([bytes]));
  const { verdict: ofHalf, fault } = await verifyEvidence(bytes.subarray(0, bytes.length / 2));
  const mistake: unknown = await verifyEvidence(bytes, { roots: ['none'] }).catch((error: unknown) => error);
  const code = mistake instanceof EvidenceError && mistake.code;
  const verdicts = [verdict, ofBlob.verdict, ofHalf];
  console.log(JSON.stringify({ runtime: process.version, verdicts, place: fault?.place, code }));
}
