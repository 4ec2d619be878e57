import { z } from 'zod';
import { LOCALES, type LocaleCode } from '../vocabulary.ts';
import { upTo } from './text.ts';

export const Locale = z
  .enum(LOCALES)
  .meta({ id: 'Locale', description: 'One of the 14 supported locales', example: 'de' });

/** Locale in a request: a code, or a variant of one. */
export type LocaleText = LocaleCode | `${LocaleCode}-${string}`;

/**
 * A locale as requests may write it: a supported code or a BCP 47 variant of one.
 * `pt-BR` becomes `pt`; an unsupported language is refused.
 */
export const LocaleInput = (upTo(35) as z.ZodType<string, LocaleText>)
  .transform((value, context) => {
    const code = resolveLocale(value);
    if (code) return code;
    context.addIssue({
      code: 'custom',
      message: `must be one of ${LOCALES.join(', ')}, or a variant such as pt-BR`,
    });
    return z.NEVER;
  })
  .meta({
    id: 'LocaleInput',
    description: 'A supported locale, or a BCP 47 variant of one',
    example: 'pt-BR',
  });

const resolveLocale = (value: string): LocaleCode | undefined => {
  if (!/^[a-z]{2}(-[a-z0-9]{1,8})*$/i.test(value)) return undefined;
  const language = value.slice(0, 2).toLowerCase();
  return LOCALES.find((code) => code === language);
};
