import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { write } from '../words/words.ts';

type Props = { heading: string; children: ReactNode };

/** Lies over a screen until it is closed: by its button, by Escape or from outside. */
export const Panel = ({ heading, children }: Props) => (
  <ModalOverlay className="overlay" isDismissable>
    <Modal className="panel">
      <Dialog className="panel-inside">
        {({ close }) => (
          <>
            <div className="screen-top">
              <Heading className="subheading" slot="title" level={2} dir="auto">
                {heading}
              </Heading>
              <Button kind="secondary" onPress={close}>
                {write('close')}
              </Button>
            </div>
            {children}
          </>
        )}
      </Dialog>
    </Modal>
  </ModalOverlay>
);
