import type { AuditEntry } from '@field-inspection/sdk';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Choice } from '../parts/choice.tsx';
import { Filters } from '../parts/filters.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-time.ts';
import { isOfMatter, MATTERS, readAuditFilters, tellDetails } from './read-entries.ts';

const PAGE_SIZE = 100;

/** Shows the organisation's own chain, the newest entry first. */
export const AuditScreen = () => {
  const { matter } = getRouteApi('/settings/audit').useSearch();
  const navigate = useNavigate({ from: '/settings/audit' });
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('section.audit')}>
        <Filters
          label={write('org_audit.find')}
          shown={matter}
          onChange={(chosen) => void navigate({ search: readAuditFilters(chosen), replace: true })}
        >
          <Choice
            label={write('org_audit.matter')}
            name="matter"
            value={matter}
            words={MATTERS}
            write={(word) => writeWord('matter', word)}
            none={write('inspections.any')}
          />
        </Filters>
        <Section heading={write('org_audit.entries')} scope="audit:read">
          <Entries matter={matter} />
        </Section>
        <InCode calls={[CALLS.listOrgAudit()]} />
      </Screen>
    </>
  );
};

const Entries = ({ matter }: { matter: string | undefined }) => {
  const query = usePages(['org-audit'], (page, options) =>
    client.org.listAudit({ ...page, limit: PAGE_SIZE }, options),
  );
  return (
    <Asked query={query}>
      {(entries) => {
        const shown = entries.filter(({ kind }) => isOfMatter(kind, matter));
        return (
          <>
            {shown.length === 0 && <p className="quiet">{write('org_audit.none')}</p>}
            <ol className="history">
              {shown.map((entry) => (
                <Entry key={entry.hash} entry={entry} />
              ))}
            </ol>
            {query.hasNextPage && (
              <p className="quiet">{write('org_audit.reach', { count: entries.length })}</p>
            )}
            <More query={query} />
          </>
        );
      }}
    </Asked>
  );
};

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <li>
    <time className="quiet" dateTime={entry.occurred_at}>
      {writeTime(entry.occurred_at)}
    </time>
    <span>
      <strong>{writeWord('matter', entry.kind.split('.')[0]!)}</strong> <code>{entry.kind}</code>{' '}
      <span className="quiet" dir="auto">
        {tellDetails(entry.payload)}
      </span>
    </span>
  </li>
);
