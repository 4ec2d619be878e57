import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import type { ReportInput } from '../input/report-input.ts';
import { spliceJpegs } from '../pictures/splice-jpegs.ts';
import { composeSheet } from '../sheets/compose-sheet.ts';
import { placePictures } from './place-pictures.ts';
import { typesetSheet, type RenderedReport } from './typeset-sheet.ts';

const compileReport = async (input: ReportInput): Promise<RenderedReport> => {
  const { pictures, files } = await placePictures(input);
  const { pdf, pages } = typesetSheet({
    main: 'report.typ',
    sheet: composeSheet(input, pictures),
    createdAt: input.createdAt,
    pictures: [...files].map(([path, { standIn }]) => [path, standIn]),
  });
  return { pdf: spliceJpegs(pdf, [...files.values()]), pages };
};

/** Typst runs synchronously: in the server's own thread nobody would be answered. */
answerOrders(compileReport, ({ pdf }) => [pdf.buffer]);
