import { toSingleLine } from './to-plain-lines.ts';

/**
 * An organisation's own text with its variables filled in, once: what a value holds is never read as a variable. The
 * result is plain text: HTML escapes it.
 */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? toSingleLine(values[name]!) : '',
  );
