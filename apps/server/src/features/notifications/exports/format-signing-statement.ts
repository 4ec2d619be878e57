import type { LocaleCode } from '@field-inspection/contract';
import { formatMessage } from '../messages/format-catalogue-message.ts';

export const formatSigningStatement = (locale: LocaleCode, name: string): string =>
  formatMessage(locale, 'signature.statement', { name });
