// Run by measure-bundle.ts in its own process: verifies a small bundle, then a large one while its memory is watched.
import { openAsBlob } from 'node:fs';
import { verifyEvidence } from '../../packages/evidence/src/index.ts';
import { watchMemory } from '../harness/read-processes.ts';

const [small = '', large = ''] = process.argv.slice(2);

const verify = async (path: string): Promise<void> => {
  const { verdict, message } = await verifyEvidence(await openAsBlob(path), { now: new Date() });
  if (verdict !== 'intact') throw new Error(message);
};

await verify(small);
console.log(JSON.stringify(await watchMemory(process.pid, () => verify(large))));
