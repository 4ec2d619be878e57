import type { Letter } from './letter.ts';
import type { MessageKey } from './format-catalogue-message.ts';
import { operatorFrame, type Words } from './letter-words.ts';
import type { Notice, NoticeKind } from './message-values.ts';

const NAME: Partial<Record<NoticeKind, MessageKey>> = {
  new_sign_in: 'new_sign_in.name_label',
  new_passkey: 'new_passkey.name_label',
  passkey_removed: 'new_passkey.name_label',
  domain_missing: 'domain_missing.name_label',
  domain_lost: 'domain_missing.name_label',
};

const TIME: Record<NoticeKind, MessageKey> = {
  new_sign_in: 'new_sign_in.time_label',
  new_passkey: 'new_sign_in.time_label',
  passkey_removed: 'new_sign_in.time_label',
  certificate_ending: 'certificate_ending.time_label',
  domain_missing: 'domain_missing.time_label',
  domain_lost: 'new_sign_in.time_label',
};

/** Composes a letter that tells of one fact: what it is about, if it has a name, when, and what to do. */
export const composeNotice = (words: Words, kind: NoticeKind, values: Notice): Letter => {
  const name = NAME[kind];
  return {
    ...operatorFrame(words, values),
    subject: words.say(`${kind}.subject`, { organisation: values.organisationName }),
    blocks: [
      words.paragraph(`${kind}.intro`),
      ...(name ? [words.fact(name, values.name)] : []),
      words.fact(TIME[kind], words.sayTime(values.at)),
      words.paragraph(`${kind}.advice`, { organisation: values.organisationName }),
    ],
  };
};
