import type { JsonSchema } from '../schemas/components.ts';

/** Words of a header's name that are written in capitals. */
const ACRONYMS = new Set(['otp']);

/** A parameter that is a header under the name that it is written with, where the contract has the one that Node reads. */
export const nameHeader = (parameter: JsonSchema): JsonSchema =>
  parameter['in'] === 'header'
    ? { ...parameter, name: String(parameter['name']).split('-').map(capitalize).join('-') }
    : parameter;

const capitalize = (word: string) =>
  ACRONYMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
