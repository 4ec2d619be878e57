import { useState } from 'react';
import { Button, Label, TextArea, TextField } from 'react-aria-components';
import { write } from '../words/words.ts';
import { Said, type Saving } from './said.tsx';

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
      <TextField className="field" value={typed} onChange={setTyped} maxLength={maxLength}>
        <Label className="label">{label}</Label>
        <TextArea className="input" dir="auto" rows={3} />
      </TextField>
      <Button className="button" isPending={save.isPending} onPress={() => save.mutate(typed)}>
        {button}
      </Button>
      <Said saving={save} done={write('saved')} />
    </>
  );
};
