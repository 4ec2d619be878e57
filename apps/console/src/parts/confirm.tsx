import type { ReactNode } from 'react';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';
import { Said, type Saving } from './said.tsx';

type Props = {
  /** Opens it, and heads it. */
  label: string;
  /** Names what follows, before it is done. */
  words: string;
  /** Names the button that does it. */
  now: string;
  /** A choice to make before. */
  asked?: ReactNode;
  saving: Saving & { mutate: () => void };
  /** Stands in the button's stead once it is done. */
  children?: ReactNode;
};

/** Asks once more before something is done, and names what follows. */
export const Confirm = ({ label, words, now, asked, saving, children }: Props) => (
  <DialogTrigger>
    <Trigger className="button secondary">{label}</Trigger>
    <Panel heading={label}>
      {children || (
        <>
          <p className="text">{words}</p>
          {asked}
          <Button isWaiting={saving.isPending} onPress={() => saving.mutate()}>
            {now}
          </Button>
        </>
      )}
      <Said saving={saving} done="" />
    </Panel>
  </DialogTrigger>
);
