import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { write } from '../words/words.ts';

/** The test goes over the provider, and its page says what came of it. */
export const TestButton = () => {
  const test = useMutation({
    mutationFn: () => client.sso.beginTest(),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <Button kind="secondary" isWaiting={test.isPending} onPress={() => test.mutate()}>
        {write('sign_on.test')}
      </Button>
      <Said saving={test} done="" />
    </>
  );
};
