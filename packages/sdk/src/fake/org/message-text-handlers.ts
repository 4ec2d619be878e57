import { MESSAGE_VARIABLES, sayTextFault } from '@field-inspection/contract/plain';
import type {
  MessagePreview,
  MessageText,
  MessageTextBody,
  MessageTextKind,
} from '../../resources/messages.ts';
import { refuseFields } from '../front/fake-refusal.ts';
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

const PARTS = ['subject', 'body', 'sms'] as const;

function updateMessageText(state: FakeState, changes: Changes): MessageText {
  const text = layTexts(state, changes);
  state.messageTexts.set(`${text.kind} ${text.locale}`, text);
  return text;
}

/** The fake writes no letters: a preview has the texts as they were given, and none where the service has its own. */
function previewMessage(state: FakeState, changes: Changes): MessagePreview {
  const { subject, body, sms } = layTexts(state, changes);
  return {
    email: { subject: subject ?? '', text: body ?? '', html: '<!doctype html>' },
    sms: MESSAGE_VARIABLES[changes.kind as MessageTextKind].sms && {
      text: sms ?? '',
      encoding: 'gsm7',
      parts: 1,
    },
  };
}

function layTexts({ messageTexts, now }: FakeState, { kind, locale, ...texts }: Changes): MessageText {
  const faults = PARTS.flatMap((part) => {
    const text = texts[part];
    const message = typeof text === 'string' ? sayTextFault(kind as MessageTextKind, part, text) : undefined;
    return message ? [{ path: `body.${part}`, code: 'invalid_text', message }] : [];
  });
  if (faults.length > 0) throw refuseFields(faults);
  const known = messageTexts.get(`${kind} ${locale}`) ?? { subject: null, body: null, sms: null };
  const changed = PARTS.filter((part) => texts[part] !== undefined).map((part) => [part, texts[part]]);
  return {
    ...known,
    ...(Object.fromEntries(changed) as Partial<MessageText>),
    kind,
    locale,
    updated_at: now().toISOString(),
  };
}
