import { useId, useState, type FormEvent } from 'react';
import { write } from '../words/words.ts';
import { nameFault } from './name-fault.ts';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Says in the page's language what is wrong with a field once its form is sent; the first such field gets the focus. */
export const useComplaint = () => {
  const id = useId();
  const [words, setWords] = useState('');
  const complain = (event: FormEvent<Input>) => {
    event.preventDefault();
    const input = event.currentTarget;
    const { min = '', max = '' } = input instanceof HTMLInputElement ? input : {};
    setWords(write(nameFault(input.validity, input.type), { min, max }));
    if (input.form?.querySelector('input:invalid, textarea:invalid') === input) input.focus();
  };
  return {
    complaint: { id, words },
    checks: {
      ...(words !== '' && { 'aria-invalid': true, 'aria-describedby': id }),
      onInvalid: complain,
      onInput: () => setWords(''),
    },
  };
};
