import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** poppler reads the PDF independently. */
export const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

const withFile = <Result>(pdf: Uint8Array, use: (path: string, folder: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  try {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, pdf);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Without the signs at which long words break. */
export const readText = (pdf: Uint8Array): string =>
  withFile(pdf, (path) =>
    execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 }),
  ).replaceAll('\u200b', '');

export const findRightEdge = (pdf: Uint8Array): number =>
  withFile(pdf, (path) => {
    const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    return Math.max(...[...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, edge]) => Number(edge)));
  });

export const readInfo = (pdf: Uint8Array): string =>
  withFile(pdf, (path) => execFileSync('pdfinfo', ['-rawdates', path], { encoding: 'utf8' }));

export const readFonts = (pdf: Uint8Array): string[] =>
  withFile(pdf, (path) => execFileSync('pdffonts', [path], { encoding: 'utf8' }))
    .split('\n')
    .slice(2)
    .filter(Boolean);

export const readJpegs = (pdf: Uint8Array, count: number): Buffer[] =>
  withFile(pdf, (path, folder) => {
    execFileSync('pdfimages', ['-all', path, join(folder, 'p')]);
    return Array.from({ length: count }, (_, i) =>
      readFileSync(join(folder, `p-${String(i).padStart(3, '0')}.jpg`)),
    );
  });

export const countPictures = (pdf: Uint8Array, pages: number): number[] => {
  const list = withFile(pdf, (path) => execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }));
  const numbers = list
    .split('\n')
    .slice(2)
    .map((row) => Number(row.slice(0, 5)));
  return Array.from({ length: pages }, (_, index) => numbers.filter((page) => page === index + 1).length);
};

export const readPage = (pdf: Uint8Array, page: number): Buffer =>
  withFile(pdf, (path, folder) => {
    const options = ['-f', String(page), '-l', String(page), '-r', '150', '-png', '-singlefile'];
    execFileSync('pdftoppm', [...options, path, join(folder, 'page')]);
    return readFileSync(join(folder, 'page.png'));
  });
