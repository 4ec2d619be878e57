import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { write } from '../words/words.ts';
import { Lines } from './field.tsx';
import { Said, type Saving } from '../parts/said.tsx';

type Props = {
  label: string;
  text: string;
  maxLength: number;
  button: string;
  save: Saving & { mutate: (text: string) => void };
};

/** A longer text that is kept when somebody says so. */
export const TextForm = ({ label, text, maxLength, button, save }: Props) => {
  const [typed, setTyped] = useState(text);
  return (
    <>
      <Lines
        label={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={maxLength}
      />
      <Button isWaiting={save.isPending} onPress={() => save.mutate(typed)}>
        {button}
      </Button>
      <Said saving={save} done={write('saved')} />
    </>
  );
};
