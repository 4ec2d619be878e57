import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { type Caller, sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import {
  addRecipient,
  type RecipientKey,
  reissueRecipient,
  revokeRecipient,
} from './requests/change-recipients.ts';
import { type LinkQuery, listLinks } from './state/list-links.ts';
import { viewRecipient } from './state/recipient-view.ts';

export const recipientRoutes = (context: Context) =>
  implement(contract.recipients, {
    list: (given) => listRecipients(context, { ...sessionKeyOf(given), query: given.query }),
    create: (tx, given) => addRecipient(context, tx, { ...sessionKeyOf(given), body: given.body }),
    reissue: (tx, given) => reissueRecipient(context, tx, recipientKeyOf(given)),
    revoke: (tx, given) => revokeRecipient(context, tx, recipientKeyOf(given)),
  });

const recipientKeyOf = (given: {
  caller: Caller;
  params: { session_id: string; recipient_id: string };
}): RecipientKey => ({ ...sessionKeyOf(given), recipientId: given.params.recipient_id });

export const listRecipients = (context: Pick<Context, 'database' | 'keyring' | 'clock'>, given: LinkQuery) =>
  listLinks(context, given, { kind: 'recipients', view: viewRecipient });
