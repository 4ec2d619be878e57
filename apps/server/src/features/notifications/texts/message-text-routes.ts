import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { getMessageTexts, updateMessageText } from './message-texts.ts';
import { previewMessage } from './preview-message.ts';

export const messageTextRoutes = (context: Context) =>
  implement(contract.messages, {
    get: ({ caller, query }) => getMessageTexts(context, { ...caller, ...query }),
    update: (tx, { caller, body }) => updateMessageText(context, tx, { ...caller, body }),
    preview: (tx, { caller, body }) => previewMessage(context, tx, { ...caller, body }),
  });
