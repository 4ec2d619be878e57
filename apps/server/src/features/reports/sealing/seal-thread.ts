import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import { digestReserved, reserveSignature } from './reserve-signature.ts';
import type { PlaceOrder, ReservedPlace } from './reserve-place.ts';

/** The body of the seal thread: it reads, writes and hashes a PDF of 200 photos in a third of a second. */
const reserve = async ({ pdf, hash, ...order }: PlaceOrder): Promise<ReservedPlace> => {
  const reserved = await reserveSignature(pdf, order);
  return { ...reserved, digest: digestReserved(reserved, hash) };
};

answerOrders(reserve, ({ pdf }) => [pdf.buffer]);
