/**
 * NFKC turns a keyboard's full-width digits into ordinary ones.
 *
 * @example readDigits('１２３ 456', 6) // '123456'
 */
export const readDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length);
