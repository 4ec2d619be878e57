import type { OrgPlan } from '@field-inspection/sdk';
import { useQuery } from '@tanstack/react-query';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS } from '../service/query-client.ts';
import { write, writeWord } from '../words/words.ts';
import { writeBytes, writeCount, writeTime } from '../words/write-values.ts';
import { SettingsTabs } from './settings-tabs.tsx';

/** Shows the plan, what it includes, and what is used of it. */
export const PlanScreen = () => {
  const query = useQuery({
    queryKey: ['plan'],
    queryFn: ({ signal }) => client.billing.getPlan({ signal }),
    enabled: useMay('org:read'),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('plan.heading')}>
        <Section heading={write('plan.use')} scope="org:read">
          <Asked query={query}>{(plan) => <Shown plan={plan} />}</Asked>
        </Section>
        <InCode calls={[CALLS.getPlan()]} />
      </Screen>
    </>
  );
};

const Shown = ({ plan }: { plan: OrgPlan }) => (
  <>
    <dl className="facts">
      <Fact name={write('plan.name')} value={plan.plan} />
      <Fact name={write('label.status')} value={writeWord('subscription', plan.status)} />
      <Fact
        name={write('plan.period')}
        value={`${writeTime(plan.period.starts_at)} – ${writeTime(plan.period.ends_at)}`}
      />
    </dl>
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{write('plan.what')}</th>
          <th scope="col">{write('plan.used')}</th>
          <th scope="col">{write('plan.included')}</th>
        </tr>
      </thead>
      <tbody>
        {listUse(plan).map(({ name, used, included }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <Cell name={write('plan.used')}>{used}</Cell>
            <Cell name={write('plan.included')}>{included}</Cell>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="quiet">{write(plan.provider === 'stripe' ? 'plan.by_subscription' : 'plan.by_host')}</p>
  </>
);

const listUse = ({ use, includes }: OrgPlan) => [
  count(write('inspections.heading'), use.inspections, includes.inspections),
  count(write('members.heading'), use.members, includes.members),
  count(write('plan.evidence'), use.evidence_items, includes.evidence_items),
  {
    name: write('plan.storage'),
    used: writeBytes(use.evidence_bytes),
    included: writeBytes(includes.evidence_bytes),
  },
  count(write('endpoints.heading'), use.endpoints, includes.endpoints),
  count(write('plan.messages'), use.messages, includes.messages_per_day),
  count(write('plan.codes'), use.codes, includes.messages_per_day),
];

const count = (name: string, used: number, included: number | null) => ({
  name,
  used: writeCount(used),
  included: included === null ? write('plan.unlimited') : writeCount(included),
});
