import type { SsoTest } from '@field-inspection/contract';
import { Complaint, type Screen } from './show.ts';
import { Fact } from './signed-in.tsx';
import { write } from './words.ts';

/** All of it are texts of the provider: none becomes markup, or a link. */
export const SsoTestResult = ({ test }: Extract<Screen, { name: 'test' }>) => {
  const { outcome, sentence, subject, email, groups, told } = test;
  if (outcome === 'none') return <p class="text">{write('test.none')}</p>;
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
