import { Button } from '../parts/button.tsx';
import { write } from '../words/words.ts';
import type { Still } from './use-shutter.ts';

type Props = { still: Still | undefined; isArriving: boolean; isDisabled: boolean; onPress: () => void };

/** Has the phone take a photo at its camera's full resolution, and says what became of it. */
export const Shutter = ({ still, isArriving, isDisabled, onPress }: Props) => (
  <>
    <Button isDisabled={isDisabled} isWaiting={still?.state === 'asked'} onPress={onPress}>
      {write('live.shutter')}
    </Button>
    <p className="quiet" role="status">
      {still && say(still, isArriving)}
    </p>
  </>
);

const say = ({ state }: Still, isArriving: boolean): string => {
  if (state === 'taken') return write(isArriving ? 'live.taken' : 'live.there');
  return write(`live.${state}`);
};
