import { readdirSync, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { houseFonts } from '../../../platform/fonts/house-fonts.ts';
import type { ReportInput } from '../input/report-input.ts';
import { spliceJpegs } from '../pictures/splice-jpegs.ts';
import { composeSheet } from '../sheets/compose-sheet.ts';
import { placePictures } from './place-pictures.ts';

export type RenderedReport = { pdf: Uint8Array<ArrayBuffer>; pages: number };

/** A folder that is not there: what is not mapped can't be read, whatever the template says. */
const WORKSPACE = '/no-such-folder';
const TEMPLATE = new URL('./template/', import.meta.url);

let compiler: NodeCompiler | undefined;

/** From the input to the PDF, in the calling thread. */
export const compileReport = async (input: ReportInput): Promise<RenderedReport> => {
  const { pictures, files } = await placePictures(input);
  const sheet = composeSheet(input, pictures);
  compiler ??= createCompiler();
  try {
    for (const [path, { standIn }] of files) compiler.mapShadow(`${WORKSPACE}/${path}`, standIn);
    const pdf = typeset(compiler, sheet, input.createdAt);
    return { pdf: spliceJpegs(pdf, [...files.values()]), pages: countPages(pdf) };
  } finally {
    for (const path of files.keys()) compiler.unmapShadow(`${WORKSPACE}/${path}`);
    // Typst remembers whatever it computed, for all compilers of the process, until it is told to forget.
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

// Not compile() first and pdf() of its document: the pages stay in memory until the document, a small object
// to JavaScript, is collected; 1 000 reports grew the process by 250 MB instead of 60.
const typeset = (typst: NodeCompiler, sheet: object, createdAt: string): Buffer => {
  const source = { mainFilePath: `${WORKSPACE}/report.typ`, inputs: { sheet: JSON.stringify(sheet) } };
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
