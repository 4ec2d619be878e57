import { createHash } from 'node:crypto';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

/** Every object of a row is there with the bytes of its hash, and the sweeps leave none that no row names. */
export const checkObjects = async ({ context }: SoakWorld, strayObjects: string[]): Promise<Finding> => {
  const faults = strayObjects.map((key) => `no row names the object ${key}`);
  const { prisma } = context.database;
  const evidence = await prisma.evidence.findMany({
    where: { status: 'ready' },
    include: { derivatives: true },
  });
  const reports = await prisma.report.findMany({ where: { status: 'ready' } });
  const keys = [
    ...reports.map(({ organisation_id, id, sha256 }) => ({
      key: `${organisation_id}/${id}/${sha256}`,
      sha256,
    })),
    ...evidence.flatMap((row) =>
      [row, ...row.derivatives].map(({ sha256 }) => ({
        key: `${row.organisation_id}/${row.id}/${sha256}`,
        sha256,
      })),
    ),
  ];
  for (const { key, sha256 } of keys) {
    const found = await readHash(context, key).catch(String);
    if (found !== sha256) faults.push(`${key}: ${found}`);
  }
  return { name: 'every object is there, and none too many', checked: keys.length, faults };
};

const readHash = async ({ objects }: SoakWorld['context'], key: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of await objects.get(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
