/**
 * The digits of a code, whatever the keyboard writes digits as: NFKC makes a full-width one an ordinary one.
 *
 * @example readDigits('１２３ 456', 6) // '123456'
 */
export const readDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length);
