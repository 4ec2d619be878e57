import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../../context.ts';
import { ok } from '../../../http/reply.ts';
import { callerOf } from '../../../http/request-state.ts';
import { writeOnce } from '../../../http/write-once.ts';
import { getMessageTexts, updateMessageText } from './message-texts.ts';
import { previewMessage } from './preview-message.ts';

export const messageTextRoutes = (context: Context) =>
  initServer().router(contract.messages, {
    get: async ({ req, query }) => ok(await getMessageTexts(context, { ...callerOf(req), ...query })),
    update: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await updateMessageText(context, tx, { ...callerOf(input.req), body: input.body })),
      }),
    preview: (input) =>
      writeOnce(context, input, {
        run: async (tx) =>
          ok(await previewMessage(context, tx, { ...callerOf(input.req), body: input.body })),
      }),
  });
