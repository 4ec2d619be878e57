// node bench/photos.ts [--photos 15]: how long a photo takes from its last byte until it can be shown.
import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { printFindings } from './finding.ts';
import { measurePhotos } from './measure-photos.ts';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '15' } } });

const findings = await measurePhotos({ photos: Number(values.photos) });
const gibibytes = Math.round(totalmem() / 2 ** 30);
console.log(
  `${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ${gibibytes} GiB, Node.js ${process.version}`,
);
printFindings(findings);
