import type { AuditEntry } from '@field-inspection/sdk';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Choice } from '../fields/choice.tsx';
import { Filters } from '../parts/filters.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMemberNames } from '../members/member-queries.ts';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { hasText, write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { isOfMatter, keyOfDeed, MATTERS, readAuditFilters, readMembers } from './read-entries.ts';

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
  const names = useMemberNames();
  return (
    <Asked query={query}>
      {(entries) => {
        const shown = entries.filter(({ kind }) => isOfMatter(kind, matter));
        return (
          <>
            {shown.length === 0 && <p className="quiet">{write('org_audit.none')}</p>}
            <ol className="history">
              {shown.map((entry) => (
                <Entry key={entry.hash} entry={entry} names={names} />
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

type EntryProps = { entry: AuditEntry; names: ReadonlyMap<string, string> };

const Entry = ({ entry: { kind, occurred_at: at, payload }, names }: EntryProps) => (
  <li>
    <time className="quiet" dateTime={at}>
      {writeTime(at)}
    </time>
    <div>
      <strong>{writeWord('matter', kind.split('.')[0]!)}:</strong>{' '}
      <span dir="auto">{say(kind, payload, names)}</span>
      <details>
        <summary className="quiet">{write('org_audit.raw')}</summary>
        <pre dir="ltr">
          {kind} {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </div>
  </li>
);

const say = (kind: string, payload: AuditEntry['payload'], names: EntryProps['names']): string => {
  const key = keyOfDeed(kind);
  const { about, by } = readMembers(payload);
  const name = (id: string): string => names.get(id) ?? write('unknown');
  return [
    hasText(key) ? write(key) : kind,
    ...(about === undefined ? [] : [write('org_audit.about', { name: name(about) })]),
    ...(by === undefined ? [] : [write('org_audit.by', { name: name(by) })]),
  ].join(' · ');
};
