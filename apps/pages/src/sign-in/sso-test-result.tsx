import type { SsoTest } from '@field-inspection/contract';
import { Button } from '@field-inspection/ui';
import { beginTest } from './journey.ts';
import { Complaint, type Screen } from './show.ts';
import { Fact } from './signed-in.tsx';
import { write } from './words.ts';

/** All of it are texts of the provider: none becomes markup, or a link. */
export const SsoTestResult = ({ test, error }: Extract<Screen, { name: 'test' }>) => (
  <>
    {test.outcome === 'none' ? <p class="text">{write('test.none')}</p> : <Result test={test} />}
    <Complaint text={error} />
    <Button onTap={() => void beginTest()}>{write('provider.button')}</Button>
  </>
);

const Result = ({ test }: { test: SsoTest }) => {
  const { outcome, sentence, subject, email, groups, told } = test;
  return (
    <section class="part">
      {outcome === 'passed' ? (
        <p class="text">{write('test.passed')}</p>
      ) : (
        <Complaint text={write('test.refused', { reason: sentence ?? '' })} />
      )}
      <dl class="facts">
        <Fact name={write('test.subject')} value={subject ?? '–'} more={test.name ?? ''} />
        <Fact name={write('test.email')} value={email ?? '–'} />
        <Fact name={write('test.groups')} value={groups.join(', ') || '–'} />
        <Fact name={write('test.becomes')} value={nameMember(test)} />
      </dl>
      <h2 class="subheading">{write('test.told')}</h2>
      <dl class="facts">
        {told.map(({ name, values }) => (
          <Fact key={name} name={name} value={values.join(', ')} />
        ))}
      </dl>
    </section>
  );
};

const nameMember = ({ becomes, role }: SsoTest): string =>
  write(`test.${!becomes || becomes === 'refused' ? 'nobody' : becomes}`, {
    role: role ? write(`role.${role}`) : '',
  });
