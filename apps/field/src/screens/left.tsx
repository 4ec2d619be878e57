import { Button, Heading } from '@field-inspection/ui';
import { hasLink, join, type Stage } from '../journey.ts';
import { say } from '../texts/say.ts';

/** Says that the person has left once the service knows, and until then that it does not. */
export const Left = ({ isTold }: Pick<Extract<Stage, { name: 'left' }>, 'isTold'>) => (
  <>
    <Heading key={String(isTold)}>{say(isTold ? 'field.ended.left' : 'field.home.leave')}</Heading>
    <p class="text" role="status">
      {sayState(isTold)}
    </p>
    {hasLink() && (
      <Button kind="secondary" onTap={() => join()}>
        {say('field.welcome.join')}
      </Button>
    )}
  </>
);

const sayState = (isTold: boolean | undefined): string => {
  if (isTold === undefined) return say('field.home.connecting');
  return say(isTold ? 'field.ended.left_body' : 'field.ended.leaving');
};
