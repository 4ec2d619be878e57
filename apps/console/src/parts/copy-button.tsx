import { useState } from 'react';
import { write } from '../words/words.ts';
import { Button } from './button.tsx';

/** Puts a text into the clipboard, and says so. */
export const CopyButton = ({ text, label, done }: { text: string; label: string; done: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setIsCopied(true));
  return (
    <>
      <Button kind="secondary" onPress={copy}>
        {label}
      </Button>
      <p className="note good" role="status">
        {isCopied && done}
      </p>
    </>
  );
};

/** A secret that the service shows this once, and keeps no readable copy of for anybody. */
export const Secret = ({ label, secret }: { label: string; secret: string }) => (
  <>
    <p className="text">
      <strong>{label}</strong> <code>{secret}</code>
    </p>
    <p className="note">{write('secret.once')}</p>
    <CopyButton text={secret} label={write('secret.copy')} done={write('secret.copied')} />
  </>
);
