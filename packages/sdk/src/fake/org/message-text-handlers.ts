import { MESSAGE_VARIABLES } from '@field-inspection/contract/plain';
import { layTexts, requireGoodTexts } from '@field-inspection/rules';
import type {
  MessagePreview,
  MessageText,
  MessageTextBody,
  MessageTextKind,
} from '../../resources/messages.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

export const messageTextHandlers: FakeHandlers<'messages'> = {
  'messages.get': ({ messageTexts }, { query }) => ({
    data: [...messageTexts.values()].filter(
      ({ locale, subject, body, sms }) =>
        (query['locale'] ?? locale) === locale && [subject, body, sms].some((text) => text !== null),
    ),
    has_more: false,
    next_cursor: null,
  }),
  'messages.update': (state, { body }) => updateMessageText(state, body as unknown as Changes),
  'messages.preview': (state, { body }) => previewMessage(state, body as unknown as Changes),
};

type Changes = MessageTextBody & { locale: MessageText['locale'] };

function updateMessageText(state: FakeState, changes: Changes): MessageText {
  const text = layOver(state, changes);
  state.messageTexts.set(`${text.kind} ${text.locale}`, text);
  return text;
}

/** The service's own texts are missing in the fake, so a preview has only given texts. */
function previewMessage(state: FakeState, changes: Changes): MessagePreview {
  const { subject, body, sms } = layOver(state, changes);
  return {
    email: { subject: subject ?? '', text: body ?? '', html: '<!doctype html>' },
    sms: MESSAGE_VARIABLES[changes.kind as MessageTextKind].sms && {
      text: sms ?? '',
      encoding: 'gsm7',
      parts: 1,
    },
  };
}

function layOver({ messageTexts, now }: FakeState, { kind, locale, ...texts }: Changes): MessageText {
  requireGoodTexts(kind as MessageTextKind, texts);
  const laid = layTexts(messageTexts.get(`${kind} ${locale}`), texts);
  return { ...laid, kind, locale, updated_at: now().toISOString() };
}
