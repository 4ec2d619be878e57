import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import { compileReport } from './compile-report.ts';

/** The body of the report thread: Typst runs synchronously, and the server's own thread would answer nobody. */
answerOrders(compileReport, ({ pdf }) => [pdf.buffer]);
