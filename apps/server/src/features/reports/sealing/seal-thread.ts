import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import { digestReserved, reserveSignature } from './reserve-signature.ts';
import type { PlaceholderOrder, ReservedPlaceholder } from './reserve-placeholder.ts';

/** A PDF of 200 photos takes a third of a second, in which the server would answer nobody. */
const reserve = async ({ pdf, hash, ...order }: PlaceholderOrder): Promise<ReservedPlaceholder> => {
  const reserved = await reserveSignature(pdf, order);
  return { ...reserved, digest: digestReserved(reserved, hash) };
};

answerOrders(reserve, ({ pdf }) => [pdf.buffer]);
