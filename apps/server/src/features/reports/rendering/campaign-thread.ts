import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import { compileCampaign } from './compile-campaign.ts';

/** The body of the thread of campaigns: who waits for the PDF of one does not wait for the reports of sessions. */
answerOrders(compileCampaign, ({ pdf }) => [pdf.buffer]);
