import type { LocaleCode } from '@field-inspection/contract';
import { formatMessage } from '../messages/format-catalogue-message.ts';

/** The statement that a signer makes by signing the report, word for word. */
export const formatSigningStatement = (locale: LocaleCode, name: string): string =>
  formatMessage(locale, 'signature.statement', { name });
