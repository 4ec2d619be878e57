/**
 * Keeps a field to the digits of a code, whatever the keyboard writes digits as: NFKC makes a full-width one an ordinary
 * one.
 *
 * @returns what reads the code
 */
export const watchCode = (field, length) => {
  const read = () => field.value.normalize('NFKC').replace(/\D/g, '').slice(0, length);
  const tidy = ({ isComposing }) => {
    // To write into a field where an input method is at work would end its work.
    if (!isComposing) field.value = read();
  };
  field.addEventListener('input', tidy);
  field.addEventListener('compositionend', tidy);
  return read;
};
