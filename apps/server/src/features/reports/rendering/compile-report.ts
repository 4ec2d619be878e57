import { readdirSync, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { reportFonts } from '../fonts/report-fonts.ts';
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
    const { pdf, pages } = typeset(compiler, sheet, input.createdAt);
    return { pdf: spliceJpegs(pdf, [...files.values()]), pages };
  } finally {
    for (const path of files.keys()) compiler.unmapShadow(`${WORKSPACE}/${path}`);
    // Typst remembers whatever it computed, for all compilers of the process, until it is told to forget.
    compiler.evictCache(0);
  }
};

const createCompiler = (): NodeCompiler => {
  const created = NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontBlobs: reportFonts().files }],
  });
  for (const name of readdirSync(TEMPLATE)) {
    created.addSource(`${WORKSPACE}/${name}`, readFileSync(new URL(name, TEMPLATE), 'utf8'));
  }
  return created;
};

const typeset = (typst: NodeCompiler, sheet: object, createdAt: string): { pdf: Buffer; pages: number } => {
  const compiled = typst.compile({
    mainFilePath: `${WORKSPACE}/report.typ`,
    inputs: { sheet: JSON.stringify(sheet) },
  });
  const document = compiled.result;
  if (!document) throw new Error(`Typst refused the report: ${describe(compiled.takeDiagnostics())}`);
  const pdf = typst.pdf(document, {
    pdfStandard: 'a-2b',
    creationTimestamp: Math.floor(Date.parse(createdAt) / 1000),
  });
  return { pdf, pages: document.numOfPages };
};

const describe = (diagnostics: { shortDiagnostics: unknown[] } | null): string =>
  JSON.stringify(diagnostics?.shortDiagnostics ?? 'no reason given').slice(0, 2000);
