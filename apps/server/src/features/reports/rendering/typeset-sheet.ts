import { readdirSync, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { houseFonts } from '../../../platform/fonts/house-fonts.ts';
import { locateFile } from '../../../paths.ts';

export type RenderedReport = { pdf: Uint8Array<ArrayBuffer>; pages: number };

/** No such folder exists, so that the template reads mapped files alone. */
const WORKSPACE = '/no-such-folder';
const TEMPLATE = locateFile('features/reports/rendering/template/');

let compiler: NodeCompiler | undefined;

type Order = {
  main: 'report.typ' | 'campaign.typ';
  sheet: object;
  createdAt: string;
  pictures?: Iterable<[path: string, bytes: Buffer]>;
};

/** The same sheet gives the same bytes. */
export const typesetSheet = ({ pictures = [], ...order }: Order): { pdf: Buffer; pages: number } => {
  const mapped: string[] = [];
  compiler ??= createCompiler();
  try {
    for (const [path, bytes] of pictures) {
      compiler.mapShadow(`${WORKSPACE}/${path}`, bytes);
      mapped.push(path);
    }
    const pdf = typeset(compiler, order);
    return { pdf, pages: countPages(pdf) };
  } finally {
    for (const path of mapped) compiler.unmapShadow(`${WORKSPACE}/${path}`);
    // Typst remembers every computation of the process until it is told to forget.
    compiler.evictCache(0);
  }
};

const createCompiler = (): NodeCompiler => {
  const created = NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontBlobs: houseFonts().files }],
  });
  for (const name of readdirSync(TEMPLATE)) {
    created.addSource(`${WORKSPACE}/${name}`, readFileSync(new URL(name, TEMPLATE), 'utf8'));
  }
  return created;
};

// pdf() of a compiled document would keep its pages in memory: 1 000 reports grew the process by 250 MB instead of 60.
const typeset = (typst: NodeCompiler, { main, sheet, createdAt }: Order): Buffer => {
  const source = { mainFilePath: `${WORKSPACE}/${main}`, inputs: { sheet: JSON.stringify(sheet) } };
  const creationTimestamp = Math.floor(Date.parse(createdAt) / 1000);
  try {
    return typst.pdf(source, { pdfStandard: 'a-2b', creationTimestamp });
  } catch (error) {
    throw new Error(`Typst refused the report: ${String(error).slice(0, 2000)}`, { cause: error });
  }
};

// The root of the page tree (ISO 32000-1, 7.7.3) is the first object that Typst writes.
const countPages = (pdf: Buffer): number => {
  const count = /^%PDF-1\.7\n[^\n]*\n\n1 0 obj\n<<\n {2}\/Type \/Pages\n {2}\/Count (\d+)\n/.exec(
    pdf.toString('latin1', 0, 100),
  )?.[1];
  if (!count) throw new Error('The PDF does not begin with its page tree.');
  return Number(count);
};
